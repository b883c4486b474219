import type { errors as english } from '../en/errors.ts'

export const errors = {
  'code.bad_request': 'Le statut de la carte ne le permet pas',
  'code.card_not_activated': 'La carte n’est pas encore activée',
  'service.words': 'Message du service (en anglais) : {{message}}',
  'code.card_already_active': 'La carte est déjà activée',
  'code.card_already_enabled': 'La carte est déjà débloquée',
  'code.card_already_disabled': 'La carte est déjà bloquée',
  'code.card_not_found': 'Cette carte n’existe pas dans ce projet',
  'code.project_not_found': 'Ce projet n’existe plus',
  'code.key_not_found': 'Cette clé n’existe plus',
  'code.internal': 'Une erreur s’est produite dans le service',
  'code.unavailable': 'Le service démarre ou s’arrête ; réessayez dans un instant',
  'code.validation': 'Le service n’a pas accepté une valeur',
  'code.turned_off': 'L’administrateur de cet ordinateur a désactivé cette fonction',
  'code.unavailable.other': 'Le service ne peut pas le faire en ce moment.',
  'code.other': 'Le service a refusé cette opération.',

  'code.undo_expired': 'Impossible d’annuler : les 10 minutes sont écoulées, ou la carte a été modifiée depuis',
  'code.job_not_found': 'Cette tâche n’existe plus',
  'code.webhook_not_found': 'Il n’y a plus de webhook ici',
  'code.webhook_already_exists': 'Il y a déjà un webhook ici',
  'code.webhook_disabled': 'Le webhook est désactivé ; activez-le d’abord',
  'code.event_not_subscribed': 'Le webhook n’envoie pas cet événement',
  'code.delivery_not_found': 'Cet envoi n’existe plus',
  'code.sandbox_only': 'Possible uniquement dans un bac à sable',
} as const satisfies Record<keyof typeof english, string>

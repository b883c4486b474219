import type { errors as english } from '../en/errors.ts'

export const errors = {
  'code.bad_request': 'L’état de la carte ne le permet pas',
  'code.card_not_activated': 'La carte n’est pas encore activée',
  'service.words': 'Message du service (en anglais) : {{message}}',
  'code.card_already_active': 'La carte est déjà activée',
  'code.card_already_enabled': 'La carte est déjà débloquée',
  'code.card_already_disabled': 'La carte est déjà bloquée',
  'code.card_not_found': 'Ce projet n’a pas de telle carte',
  'code.project_not_found': 'Ce projet n’existe plus',
  'code.key_not_found': 'Cette clé n’existe plus',
  'code.internal': 'Une erreur s’est produite dans le service',
  'code.unavailable': 'Le service démarre ou s’arrête ; réessayez dans un instant',
  'code.validation': 'Le service n’a pas accepté une valeur',
  'code.unavailable.other': 'Le service ne peut pas le faire en ce moment.',
  'code.other': 'Le service l’a refusé.',

  'code.undo_expired': 'Ce n’est plus annulable : les 10 minutes sont passées, ou la carte a été modifiée depuis',
  'code.job_not_found': 'Cette tâche n’existe plus',
  'code.webhook_not_found': 'Il n’y a plus de webhook ici',
  'code.webhook_already_exists': 'Il y a déjà un webhook ici',
  'code.webhook_disabled': 'Le webhook est désactivé ; réactivez-le d’abord',
  'code.event_not_subscribed': 'Le webhook n’envoie pas cet événement',
  'code.delivery_not_found': 'Cet envoi n’existe plus',
  'code.sandbox_only': 'Seul un bac à sable peut le faire',
} as const satisfies Record<keyof typeof english, string>

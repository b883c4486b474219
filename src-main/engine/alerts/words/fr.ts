import type { AlertWords } from './alert-words.ts'

const counted = (one: string, other: string) => (count: number) =>
  count === 1 ? one : other.replace('#', count.toLocaleString('fr-FR'))

export const fr: AlertWords = {
  locale: 'fr-FR',
  greeting: (name) => `Bonjour ${name},`,
  footer: (kind) =>
    `Vous recevez ce message de Fuelcard Desk parce que l’alerte « ${kind} » est activée dans votre profil. Vous pouvez l’y désactiver sous « Alertes ».`,
  kinds: {
    sync_failed: 'Synchronisation en échec',
    webhook_disabled: 'Webhook désactivé',
    cards_expiring: 'Cartes qui expirent',
    approvals: 'Approbations',
    digest: 'Résumé quotidien',
  },
  open: 'Ouvrir dans Fuelcard Desk',
  more: counted('et un autre', 'et # autres'),
  syncFailed: {
    subject: (project) => `${project} : la synchronisation avec le fournisseur a échoué`,
    lead: 'Quelque chose n’est pas parvenu au fournisseur, ou n’en est pas revenu :',
    after:
      'Tant que ce n’est pas résolu, les cartes peuvent différer chez le fournisseur de ce que l’application demande.',
    run: (time, message) => `Synchronisation du ${time} : ${message}`,
    push: (card, message) => `Carte ${card} : ${message}`,
  },
  webhookDisabled: {
    subject: (project) => `${project} : le webhook a été désactivé`,
    lead: 'Le service a désactivé un webhook. Les événements sont enregistrés, mais pas envoyés, jusqu’à ce que quelqu’un le réactive.',
    gone: (host, time) => `${host}, ${time} : la destination a répondu qu’elle n’existe plus (410).`,
    failing: (host, time) => `${host}, ${time} : la destination ne fait qu’échouer depuis des jours.`,
    other: (host, time) => `${host}, ${time} : son secret n’est plus lisible.`,
  },
  cardsExpiring: {
    subject: (project, count) =>
      count === 1 ? `${project} : une carte expire bientôt` : `${project} : ${count} cartes expirent bientôt`,
    lead: counted('Une carte expire dans les 30 jours :', '# cartes expirent dans les 30 jours :'),
    card: (card, date) => `${card} : ${date}`,
  },
  approvals: {
    subject: (project) => `${project} : votre approbation est demandée`,
    decidedSubject: (project) => `${project} : votre demande a reçu une réponse`,
    lead: 'Quelque chose attend une seconde personne :',
    decidedLead: 'Votre demande a reçu une réponse :',
    subjects: {
      bulk: 'modification groupée de cartes',
      live_key: 'clé API de production',
      provider: 'modification de la connexion au fournisseur',
      webhook_url: 'autre adresse pour le webhook de production',
      release: 'reprise après une restauration',
      setting: 'modification de la règle d’approbation elle-même',
    },
    asked: (who, what, until) => `${who} demande une approbation : ${what}. La demande expire le ${until}.`,
    reason: (reason) => `Motif : ${reason}`,
    decided: {
      approved: (what, who) => `Approuvé par ${who} et exécuté : ${what}.`,
      declined: (what, who) => `Refusé par ${who} : ${what}.`,
      expired: (what) => `Expiré, faute de réponse dans les 72 heures : ${what}.`,
      void: (what) =>
        `Caduc, car ce qui devait être modifié a changé entre-temps : ${what}. Refaites la demande si elle est toujours utile.`,
    },
    collect: 'Récupérez la clé dans l’application : elle n’est affichée qu’une fois.',
  },
  digest: {
    subject: (date) => `Fuelcard Desk, ${date}`,
    lead: 'Voici ce qui est ouvert en production :',
    cards: counted('1 carte', '# cartes'),
    expiring: counted('1 carte expire dans les 30 jours', '# cartes expirent dans les 30 jours'),
    failed: counted('1 carte dont la modification a échoué', '# cartes dont la modification a échoué'),
    drift: counted('1 carte diffère du fournisseur', '# cartes diffèrent du fournisseur'),
    failedDeliveries: counted('1 envoi en échec en 7 jours', '# envois en échec en 7 jours'),
    syncFailing: 'La dernière synchronisation a échoué',
    webhookDisabled: 'Le webhook est désactivé',
    held: 'Suspendu après une restauration : rien n’est envoyé',
    approvals: counted('1 demande attend une approbation', '# demandes attendent une approbation'),
  },
  test: {
    subject: 'Message d’essai de Fuelcard Desk',
    lead: 'Ceci est un essai. Les alertes par e-mail parviennent à cette adresse.',
  },
}

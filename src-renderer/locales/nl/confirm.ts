import type { confirm as english } from '../en/confirm.ts'

export const confirm = {
  'confirm.enable.title': 'Kaart {{number}} deblokkeren?',
  'confirm.enable.do': 'Kaart {{number}} deblokkeren',
  'confirm.enable.sandbox':
    'Met deze kaart kunnen meteen weer alle vier de brandstoffen worden getankt. Het is een testkaart: er wordt geen aanbieder benaderd.',
  'confirm.enable.production':
    'Met deze kaart kunnen weer alle vier de brandstoffen worden getankt zodra de aanbieder de wijziging accepteert.',
  'confirm.enable.reason': 'Reden van de blokkering:',
  'confirm.enableMany.sandbox_one':
    'Met {{count}} kaart kunnen meteen weer alle vier de brandstoffen worden getankt. Het is een testkaart: er wordt geen aanbieder benaderd.',
  'confirm.enableMany.sandbox_other':
    'Met {{count}} kaarten kunnen meteen weer alle vier de brandstoffen worden getankt. Het zijn testkaarten: er wordt geen aanbieder benaderd.',
  'confirm.enableMany.production_one':
    'Met {{count}} kaart kunnen weer alle vier de brandstoffen worden getankt zodra de aanbieder de wijziging accepteert.',
  'confirm.enableMany.production_other':
    'Met {{count}} kaarten kunnen weer alle vier de brandstoffen worden getankt zodra de aanbieder de wijzigingen accepteert.',
  'confirm.undo.title_one': '{{count}} kaart weer deblokkeren?',
  'confirm.undo.title_other': '{{count}} kaarten weer deblokkeren?',
  'confirm.undo.do_one': '{{count}} kaart weer deblokkeren',
  'confirm.undo.do_other': '{{count}} kaarten weer deblokkeren',
  'confirm.undo.handedOver': 'De nieuwe kaarten die ze vervingen, worden geblokkeerd.',
  'confirm.undo.changed': 'Kaarten die intussen zijn gewijzigd, blijven zoals ze zijn.',
  'confirm.undo.plan': 'Ook de planning geldt weer: op {{time}} wordt de kaart vanzelf weer geblokkeerd.',
  'confirm.undo.plans_one':
    'Voor {{count}} daarvan geldt de planning weer: op {{time}} wordt de kaart vanzelf weer geblokkeerd.',
  'confirm.undo.plans_other':
    'Voor {{count}} daarvan geldt de planning weer: de kaarten worden vanzelf weer geblokkeerd, de eerste op {{time}}.',
  'confirm.retry.title_one': '{{count}} geweigerde kaart opnieuw proberen?',
  'confirm.retry.title_other': '{{count}} geweigerde kaarten opnieuw proberen?',
  'confirm.retry.do_one': '{{count}} kaart opnieuw proberen',
  'confirm.retry.do_other': '{{count}} kaarten opnieuw proberen',
} as const satisfies Record<keyof typeof english, string>

import type { confirm as english } from '../en/confirm.ts'

export const confirm = {
  'confirm.enable.title': 'Kaart {{number}} deblokkeren?',
  'confirm.enable.do': 'Kaart {{number}} deblokkeren',
  'confirm.enable.sandbox':
    'Ze werkt meteen weer voor alle vier de brandstoffen. Het is een proefkaart: er wordt geen aanbieder benaderd.',
  'confirm.enable.production':
    'Ze werkt weer voor alle vier de brandstoffen zodra de aanbieder de wijziging heeft aanvaard.',
  'confirm.enable.reason': 'Reden van de blokkering:',
  'confirm.enableMany.sandbox_one':
    '{{count}} kaart werkt meteen weer voor alle vier de brandstoffen. Het is een proefkaart: er wordt geen aanbieder benaderd.',
  'confirm.enableMany.sandbox_other':
    '{{count}} kaarten werken meteen weer voor alle vier de brandstoffen. Het zijn proefkaarten: er wordt geen aanbieder benaderd.',
  'confirm.enableMany.production_one':
    '{{count}} kaart werkt weer voor alle vier de brandstoffen zodra de aanbieder de wijziging heeft aanvaard.',
  'confirm.enableMany.production_other':
    '{{count}} kaarten werken weer voor alle vier de brandstoffen zodra de aanbieder de wijzigingen heeft aanvaard.',
  'confirm.undo.title_one': '{{count}} kaart weer deblokkeren?',
  'confirm.undo.title_other': '{{count}} kaarten weer deblokkeren?',
  'confirm.undo.do_one': '{{count}} kaart weer deblokkeren',
  'confirm.undo.do_other': '{{count}} kaarten weer deblokkeren',
  'confirm.undo.changed': 'Een kaart die sindsdien is gewijzigd, blijft zoals ze is.',
  'confirm.retry.title_one': '{{count}} geweigerde kaart opnieuw proberen?',
  'confirm.retry.title_other': '{{count}} geweigerde kaarten opnieuw proberen?',
  'confirm.retry.do_one': '{{count}} kaart opnieuw proberen',
  'confirm.retry.do_other': '{{count}} kaarten opnieuw proberen',
} as const satisfies Record<keyof typeof english, string>

import {
  IconActivity, IconAlertTriangle, IconArrowNarrowDown, IconArrowNarrowUp, IconArrowRight, IconBan, IconBolt, IconCalendarEvent, IconCheck, IconChevronDown, IconChevronLeft, IconChevronRight, IconCircleCheck, IconCircleMinus, IconCirclePlus,
  IconCommand, IconCopy, IconCreditCard, IconExternalLink, IconFilter2, IconFlask, IconGasStation, IconHistory, IconKey, IconLanguage, IconLoader, IconLogin2, IconLogout, IconMoon, IconPencil, IconPlus, IconRefresh, IconRotate,
  IconSearch, IconShieldCheck, IconShieldX, IconSun, IconTerminal2, IconUpload, IconWebhook, IconX, type Icon as TablerIcon,
} from '@tabler/icons-react'

/** The icons in use, by what they stand for. */
const ICONS = {
  access: IconKey,
  activate: IconCirclePlus,
  activity: IconHistory,
  alert: IconAlertTriangle,
  arrowDown: IconArrowNarrowDown,
  arrowRight: IconArrowRight,
  arrowUp: IconArrowNarrowUp,
  bolt: IconBolt,
  calendar: IconCalendarEvent,
  cards: IconCreditCard,
  check: IconCheck,
  chevronDown: IconChevronDown,
  chevronLeft: IconChevronLeft,
  chevronRight: IconChevronRight,
  circleCheck: IconCircleCheck,
  circleMinus: IconCircleMinus,
  circlePlus: IconCirclePlus,
  close: IconX,
  command: IconCommand,
  copy: IconCopy,
  edit: IconPencil,
  external: IconExternalLink,
  filter: IconFilter2,
  flask: IconFlask,
  fuel: IconGasStation,
  import: IconUpload,
  language: IconLanguage,
  moon: IconMoon,
  other: IconActivity,
  pending: IconLoader,
  plus: IconPlus,
  refresh: IconRefresh,
  revoke: IconBan,
  roll: IconRotate,
  search: IconSearch,
  shieldBroken: IconShieldX,
  shieldCheck: IconShieldCheck,
  signIn: IconLogin2,
  signOut: IconLogout,
  sun: IconSun,
  terminal: IconTerminal2,
  webhook: IconWebhook,
} as const satisfies Record<string, TablerIcon>

export type IconName = keyof typeof ICONS

const STROKE = 1.6

/** Decoration beside a word, or inside something that has a label: screen readers pass it by. */
export function Icon({ name, size = 18, className }: { name: IconName; size?: number; className?: string | undefined }) {
  const Drawing = ICONS[name]
  // In rem, so that an icon grows with the text beside it.
  return <Drawing className={className} size={`${size / 16}rem`} stroke={STROKE} aria-hidden="true" />
}

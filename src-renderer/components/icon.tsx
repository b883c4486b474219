import {
  IconActivity, IconAlertTriangle, IconArchive, IconArrowNarrowDown, IconArrowNarrowUp, IconArrowRight, IconArrowsDiff, IconBan, IconBolt, IconCalendarEvent, IconCheck, IconChevronDown,
  IconChevronLeft, IconChevronRight, IconCircleCheck, IconCircleMinus, IconCirclePlus, IconClock, IconCommand, IconCopy, IconCreditCard, IconDatabase, IconDeviceDesktop, IconDownload, IconExternalLink,
  IconFilter2, IconFlask, IconFolder, IconFolders, IconGasStation, IconHistory, IconKey, IconLanguage, IconLayoutDashboard, IconLoader, IconLockOpen, IconLogin2, IconLogout, IconMoon, IconPalette,
  IconPencil, IconPlayerPlay, IconPlugConnectedX, IconPlus, IconRefresh, IconRotate, IconSearch, IconSend, IconServer, IconSettings, IconShieldCheck, IconShieldX, IconStethoscope, IconSun,
  IconTerminal2, IconTrash, IconUpload, IconUserSearch, IconWebhook, IconX, type Icon as TablerIcon,
} from '@tabler/icons-react'

/** The icons in use, by what they stand for. */
const ICONS = {
  access: IconKey,
  activate: IconCirclePlus,
  activity: IconHistory,
  alert: IconAlertTriangle,
  archive: IconArchive,
  arrowDown: IconArrowNarrowDown,
  arrowRight: IconArrowRight,
  arrowUp: IconArrowNarrowUp,
  backup: IconDatabase,
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
  clock: IconClock,
  close: IconX,
  command: IconCommand,
  copy: IconCopy,
  delete: IconTrash,
  desktop: IconDeviceDesktop,
  diagnose: IconStethoscope,
  differ: IconArrowsDiff,
  download: IconDownload,
  edit: IconPencil,
  external: IconExternalLink,
  filter: IconFilter2,
  flask: IconFlask,
  folder: IconFolder,
  fuel: IconGasStation,
  import: IconUpload,
  language: IconLanguage,
  moon: IconMoon,
  other: IconActivity,
  overview: IconLayoutDashboard,
  palette: IconPalette,
  pending: IconLoader,
  person: IconUserSearch,
  play: IconPlayerPlay,
  plus: IconPlus,
  projects: IconFolders,
  refresh: IconRefresh,
  release: IconLockOpen,
  revoke: IconBan,
  roll: IconRotate,
  search: IconSearch,
  send: IconSend,
  server: IconServer,
  settings: IconSettings,
  shieldBroken: IconShieldX,
  shieldCheck: IconShieldCheck,
  signIn: IconLogin2,
  signOut: IconLogout,
  sun: IconSun,
  terminal: IconTerminal2,
  unplugged: IconPlugConnectedX,
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

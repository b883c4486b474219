/** The few icons in use, drawn as in Tabler Icons (MIT): 24 units, rounded, no fill. */
const PATHS = {
  cards: ['M3 8a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v8a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3z', 'M3 10h18', 'M7 15h.01', 'M11 15h2'],
  search: ['M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M21 21l-6 -6'],
  close: ['M18 6l-12 12', 'M6 6l12 12'],
  check: ['M5 12l5 5l10 -10'],
  chevronDown: ['M6 9l6 6l6 -6'],
  chevronLeft: ['M15 6l-6 6l6 6'],
  chevronRight: ['M9 6l6 6l-6 6'],
  arrowUp: ['M12 5v14', 'M16 9l-4 -4', 'M8 9l4 -4'],
  arrowDown: ['M12 5v14', 'M16 15l-4 4', 'M8 15l4 4'],
  refresh: ['M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4', 'M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4'],
  alert: ['M12 9v4', 'M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0z', 'M12 16h.01'],
  circleCheck: ['M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M9 12l2 2l4 -4'],
  circleMinus: ['M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M9 12h6'],
  circlePlus: ['M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0', 'M9 12h6', 'M12 9v6'],
  pending: ['M12 3v3', 'M16.25 7.75l2.15 -2.15', 'M18 12h3', 'M16.25 16.25l2.15 2.15', 'M12 18v3', 'M7.75 16.25l-2.15 2.15', 'M6 12h-3', 'M7.75 7.75l-2.15 -2.15'],
  flask: ['M9 3h6', 'M10 9h4', 'M10 3v6l-4 11a.7 .7 0 0 0 .5 1h11a.7 .7 0 0 0 .5 -1l-4 -11v-6'],
  bolt: ['M13 3v7h6l-8 11v-7h-6l8 -11'],
  sun: ['M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0', 'M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7'],
  moon: ['M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454z'],
  signOut: ['M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2', 'M9 12h12l-3 -3', 'M18 15l3 -3'],
  copy: ['M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667z', 'M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1'],
  terminal: ['M8 9l3 3l-3 3', 'M13 15h3', 'M3 6a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2z'],
  filter: ['M4 6h16', 'M7 12h10', 'M10 18h4'],
} as const satisfies Record<string, readonly string[]>

export type IconName = keyof typeof PATHS

/** Decoration beside a word, or inside something that has a label: screen readers pass it by. */
export function Icon({ name, size = 18, className }: { name: IconName; size?: number; className?: string | undefined }) {
  // In rem, so that an icon grows with the text beside it.
  const side = `${size / 16}rem`
  return (
    <svg className={className} width={side} height={side} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      {PATHS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}

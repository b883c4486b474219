import {
  Button,
  createTheme,
  defaultVariantColorsResolver,
  Drawer,
  Input,
  Menu,
  Modal,
  Paper,
  SegmentedControl,
  Tabs,
  Tooltip,
  type CSSVariablesResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'
import { createElement } from 'react'
import { Icon } from '../components/icon.tsx'
import type { EnvironmentName } from '../../src-main/domain/environment-name.ts'
import { amber, dark, gray, teal } from './palettes.ts'
import dialog from './dialog.module.css'
import field from './field.module.css'
import floating from './floating.module.css'
import segments from './segments.module.css'
import tabs from './tabs.module.css'

const SANS = "'Inter Variable', system-ui, sans-serif"

/**
 * Filled components take their text colour from the tokens of the theme: Mantine's own choice considers only the light
 * theme.
 */
const variantColors: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  if (input.variant !== 'filled') return colors
  if (input.color === 'red')
    return { ...colors, background: 'var(--danger)', hover: 'var(--danger-hover)', color: 'var(--danger-contrast)' }
  return { ...colors, color: 'var(--accent-contrast)' }
}

/**
 * A part of a component's name, and the class of ours that it carries: the module names its classes after the parts.
 */
function classesOf(module: CSSModuleClasses): Record<string, string> {
  return { ...module }
}

/** Check marks on the accent use the tokens' contrast colour. */
const CHECK_INK = { defaultProps: { iconColor: 'var(--accent-contrast)' } } as const

/** Measures the room above or below its button; floating.module.css keeps it to that. */
const FLOATING = {
  defaultProps: {
    middlewares: {
      flip: true,
      shift: true,
      size: {
        padding: 8,
        apply: ({ availableHeight, elements }: { availableHeight: number; elements: { floating: HTMLElement } }) =>
          elements.floating.style.setProperty('--room', `${Math.max(availableHeight, LEAST_ROOM_PX)}px`),
      },
    },
  },
  classNames: classesOf(floating),
}
/** A smaller one is unusable; the page scrolls to make room. */
const LEAST_ROOM_PX = 120

const MODAL = { lockScroll: false, radius: 'lg', transitionProps: { duration: 140, transition: 'pop' } } as const

/** One look, two accents: the environment is felt before it is read. */
export function themeFor(environment: EnvironmentName): MantineThemeOverride {
  return THEMES[environment]
}

function theme(primaryColor: 'amber' | 'teal'): MantineThemeOverride {
  return createTheme({
    colors: { gray, dark, amber, teal },
    primaryColor,
    primaryShade: { light: 7, dark: 4 },
    variantColorResolver: variantColors,
    fontFamily: SANS,
    fontFamilyMonospace: 'var(--font-mono)',
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
    // As in the style sheets: the rail narrows below 1,000 px, two columns become one below 768 px.
    breakpoints: { xs: '36em', sm: '48em', md: '62.5em', lg: '75em', xl: '88em' },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    headings: {
      fontWeight: '600',
      sizes: { h1: { fontSize: '1.25rem', lineHeight: '1.75rem' }, h2: { fontSize: '1rem', lineHeight: '1.5rem' } },
    },
    components: {
      Button: Button.extend({ defaultProps: { radius: 'sm', size: 'sm' } }),
      // Imported by name, so that the first screen loads only what it needs.
      Checkbox: CHECK_INK,
      Radio: CHECK_INK,
      RadioIndicator: CHECK_INK,
      InputWrapper: Input.Wrapper.extend({ classNames: classesOf(field) }),
      Combobox: FLOATING,
      Popover: FLOATING,
      Menu: Menu.extend({
        classNames: classesOf(floating),
        defaultProps: {
          shadow: 'md',
          checkIcon: createElement(Icon, { name: 'check', size: 16 }),
          withInitialFocusPlaceholder: false,
          transitionProps: { duration: 120, transition: 'fade' },
        },
      }),
      // The content behind does not scroll; the lock would write a style element that the page's policy refuses.
      DrawerRoot: Drawer.Root.extend({ defaultProps: { lockScroll: false, transitionProps: { duration: 160 } } }),
      DrawerOverlay: Drawer.Overlay.extend({ defaultProps: { backgroundOpacity: 0.25 } }),
      Modal: Modal.extend({ defaultProps: { ...MODAL, centered: true, size: '30rem' }, classNames: classesOf(dialog) }),
      Paper: Paper.extend({
        styles: { root: { background: 'var(--surface-1)', '--paper-border-color': 'var(--line)' } },
      }),
      ModalRoot: Modal.Root.extend({ defaultProps: MODAL }),
      ModalOverlay: Modal.Overlay.extend({ defaultProps: { backgroundOpacity: 0.35 } }),
      SegmentedControl: SegmentedControl.extend({ defaultProps: { radius: 'md' }, classNames: classesOf(segments) }),
      Tabs: Tabs.extend({ classNames: classesOf(tabs) }),
      Tooltip: Tooltip.extend({
        defaultProps: {
          multiline: true,
          maw: '20rem',
          openDelay: 300,
          transitionProps: { duration: 120 },
          withArrow: false,
        },
      }),
    },
  })
}

const THEMES: Record<EnvironmentName, MantineThemeOverride> = { sandbox: theme('amber'), production: theme('teal') }

/** Mantine's own surfaces follow the tokens. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-dim)',
    '--mantine-color-error': 'var(--status-failed-ink)',
    '--mantine-color-default': 'var(--surface-1)',
    '--mantine-color-default-hover': 'var(--surface-2)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-shadow-md': 'var(--float-shadow)',
    '--mantine-color-placeholder': 'var(--text-dim)',
  }
  return { variables: {}, light: shared, dark: shared }
}

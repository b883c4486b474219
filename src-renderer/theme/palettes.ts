import type { MantineColorsTuple } from '@mantine/core'

/** Light surfaces and ink, from the page to the text. */
export const gray: MantineColorsTuple = [
  '#f7f7f5',
  '#f4f4f1',
  '#eaeae6',
  '#e4e4df',
  '#cfcfc9',
  '#a8a9a4',
  '#75777c',
  '#5b5d63',
  '#3a3c40',
  '#1c1d1f',
]

/** Ink and surfaces of the dark theme: a palette of its own, not the light one inverted. */
export const dark: MantineColorsTuple = [
  '#e8e8e6',
  '#c9cbce',
  '#a4a7ad',
  '#858990',
  '#41454c',
  '#2c2f34',
  '#202226',
  '#1a1c1f',
  '#131416',
  '#0c0d0e',
]

/** Sandbox. Shade 7 carries white text, shade 4 black text, both at AA. */
export const amber: MantineColorsTuple = [
  '#fff8e8',
  '#fdedc4',
  '#fbdc8f',
  '#f9ca5c',
  '#fbbf4a',
  '#eda01c',
  '#c9770d',
  '#a85a08',
  '#8a4608',
  '#6b3506',
]

/** Production. */
export const teal: MantineColorsTuple = [
  '#e7f7f5',
  '#c8ece8',
  '#9adcd5',
  '#6bcabf',
  '#4fd1c3',
  '#229d92',
  '#158178',
  '#0f6b64',
  '#0f5f59',
  '#0b4743',
]

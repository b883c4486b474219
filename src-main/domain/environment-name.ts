import { z } from 'zod'

export const ENVIRONMENT_NAMES = ['sandbox', 'production'] as const

export const environmentNameSchema = z.enum(ENVIRONMENT_NAMES)

/** The two isolated halves of every project. */
export type EnvironmentName = z.infer<typeof environmentNameSchema>

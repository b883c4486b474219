import { z } from 'zod'

export const ENVIRONMENT_NAMES = ['sandbox', 'production'] as const

export const environmentNameSchema = z.enum(ENVIRONMENT_NAMES)

/** The two isolated halves of every project. */
export type EnvironmentName = z.infer<typeof environmentNameSchema>

/** One half of a project, as most calls name it. */
export const projectScopeSchema = z.object({ projectId: z.uuid(), environment: environmentNameSchema })
export type ProjectScope = z.infer<typeof projectScopeSchema>

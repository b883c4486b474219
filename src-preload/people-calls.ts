import { z } from 'zod'
import {
  emailSchema,
  invitationSchema,
  languageSchema,
  personNameSchema,
  listedPersonSchema,
  personSchema,
  roleSchema,
  signedInSchema,
  themeSchema,
} from '../src-main/domain/people/person.ts'
import { ADMINISTRATOR, everyone, SELF } from './call-definition.ts'

const onePerson = z.object({ personId: z.uuid() })
const invited = invitationSchema.extend({
  /** The link to hand over; null on a host without a page. */
  url: z.string().nullable(),
})

/** People, their roles and sessions; and what is each person's own. */
export const PEOPLE_CALLS = {
  'people.list': everyone(ADMINISTRATOR, z.object({}), z.array(listedPersonSchema)),
  'people.invite': everyone(
    ADMINISTRATOR,
    z.object({
      name: personNameSchema,
      email: emailSchema,
      language: languageSchema.nullable().optional(),
      isAdministrator: z.boolean().default(false),
      memberships: z
        .array(z.object({ projectId: z.uuid(), role: roleSchema }))
        .max(1_000)
        .default([]),
    }),
    invited,
  ),
  /** A new link, with which the person sets new credentials; ends their sessions and removes the old ones. */
  'people.reset': everyone(ADMINISTRATOR, onePerson, invited),
  /** Null ends the membership. */
  'people.setRole': everyone(
    ADMINISTRATOR,
    onePerson.extend({ projectId: z.uuid(), role: roleSchema.nullable() }),
    personSchema,
  ),
  'people.setAdministrator': everyone(ADMINISTRATOR, onePerson.extend({ isAdministrator: z.boolean() }), personSchema),
  'people.suspend': everyone(ADMINISTRATOR, onePerson, personSchema),
  'people.resume': everyone(ADMINISTRATOR, onePerson, personSchema),
  'people.update': everyone(
    ADMINISTRATOR,
    onePerson.extend({ name: personNameSchema.optional(), email: emailSchema.optional() }),
    personSchema,
  ),
  'people.sessions': everyone(ADMINISTRATOR, onePerson, z.array(signedInSchema)),
  /** One session, or all. */
  'people.endSessions': everyone(
    ADMINISTRATOR,
    onePerson.extend({ sessionId: z.uuid().optional() }),
    z.object({ ended: z.int().min(0) }),
  ),

  /** Who is calling, and what they may do. */
  'profile.get': everyone(SELF, z.object({}), personSchema),
  'profile.update': everyone(
    SELF,
    z.object({
      name: personNameSchema.optional(),
      language: languageSchema.nullable().optional(),
      theme: themeSchema.nullable().optional(),
    }),
    personSchema,
  ),
  'profile.sessions': everyone(SELF, z.object({}), z.array(signedInSchema)),
  /** One session, or all but this one. */
  'profile.endSessions': everyone(
    SELF,
    z.object({ sessionId: z.uuid().optional() }),
    z.object({ ended: z.int().min(0) }),
  ),
} as const

import type { Person } from '../../../../src-main/domain/people/person.ts'

/** A link to hand over, shown this once. */
export interface IssuedLink {
  person: Person
  link: string
}

/** The link to hand over; without a page of this service, the part to append to its address. */
export function linkOf({ url, token }: { url: string | null; token: string }): string {
  return url ?? `…/#invitation=${token}`
}

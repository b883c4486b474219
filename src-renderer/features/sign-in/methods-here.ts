import type { SignInMethods } from '../../../src-main/domain/people/sign-in.ts'

/** The ways to sign in that work at the page's own address. */
export interface MethodsHere extends Pick<SignInMethods, 'password' | 'passkey' | 'provider'> {
  /** Whether this is the page on the machine of the service, where the terminal can print a link. */
  isLocal: boolean
}

export function methodsHere({ origin, ...methods }: SignInMethods, ownOrigin: string): MethodsHere {
  if (origin === ownOrigin) return { ...methods, isLocal: false }
  return { password: methods.password, passkey: false, provider: null, isLocal: true }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../../domain/errors.ts'
import { contractVersion } from '../../domain/desk/contract-version.ts'
import { productVersion } from '../../bridge/locations.ts'
import { readPolicy } from '../../bridge/policy.ts'
import { createRemoteCalls } from '../../bridge/remote/remote-calls.ts'
import { openServiceRequests } from '../../bridge/remote/service-requests.ts'
import type { CallInput, CallName, CallOutput, Progress } from '../../../src-preload/contract.ts'
import { outputOf } from '../call-output.ts'
import type { Session } from '../session.ts'
import { INSTEAD, type RemoteCaller } from './instead.ts'
import { findService } from './services-file.ts'

type InsteadOf<Name extends CallName> = (
  input: CallInput<Name>,
  caller: RemoteCaller,
  watch: (progress: Progress) => void,
) => Promise<CallOutput<Name>>

/** Runs a command's calls in a team's service, as the person who connected this command line. */
export async function openRemoteSession(name: string, signal: AbortSignal): Promise<Session> {
  const service = await findService(name)
  readPolicy().requireService(service.address)
  const contract = contractVersion(productVersion())
  const requests = openServiceRequests({ address: service.address, contract, extraCa: service.extraCa })
  const calls = createRemoteCalls(requests, { token: service.token, contract })
  const direct = async <Name extends CallName>(call: Name, input: CallInput<Name>): Promise<CallOutput<Name>> => {
    const result = await calls.call(call, input, signal)
    if (!result.ok && result.error.code === 'error.signed_out')
      throw new ServiceError(
        'error.signed_out',
        `${result.error.message}: connect ${service.address} --name ${service.name}`,
      )
    return outputOf(result) as CallOutput<Name>
  }
  const caller: RemoteCaller = { call: direct, pause: (ms) => sleep(ms, undefined, { signal }) }
  return {
    call: (call, input, { onProgress } = {}) => {
      if (!Object.hasOwn(INSTEAD, call)) return direct(call, input)
      const instead = INSTEAD[call as keyof typeof INSTEAD] as unknown as InsteadOf<typeof call>
      return instead(input, caller, onProgress ?? (() => {}))
    },
    close: () => requests.close(),
  }
}

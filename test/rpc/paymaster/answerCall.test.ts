import { zeroAddress } from 'viem'
import { entryPoint06Address } from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { answerCall } from '../../../functions/rpc/paymaster/answerCall.ts'
import { Policy } from '../../../shared/domain/sponsorship/policy.ts'
import { RpcError } from '../../../shared/domain/sponsorship/RpcError.ts'
import { operation06 } from './startPaymasterNet.ts'

// The local runtime lets a request run on after its client has gone, which the real one does only for such work.
test('a call goes on to its end whether or not its client waits, so that a charge can still go back', async () => {
  const provider = Promise.withResolvers<never>()
  const begun: Promise<unknown>[] = []
  const answer = answerCall(
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'pm_getPaymasterData',
      params: [operation06(zeroAddress, '0x'), entryPoint06Address],
    },
    {
      principal: zeroAddress,
      policy: Policy.parse({}),
      chainId: 31_337,
      sponsor: () => provider.promise,
      count: () => Promise.resolve(),
      waitUntil: (work) => void begun.push(work),
    },
  )
  expect(begun).toHaveLength(1)
  provider.reject(new RpcError('outage', 'paymaster_timeout: try again'))
  const error = { code: -32000, message: 'paymaster_timeout: try again' }
  expect(await Promise.all([answer, ...begun])).toEqual([0, 1].map(() => ({ jsonrpc: '2.0', id: 1, error })))
})

import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { submitAgentFeedback } from '../../../functions/agents/identity/submitAgentFeedback.ts'
import { paymasterOf } from '../../../functions/agents/paymasterOf.ts'
import { multicall3Address } from '../../../localnet/world/installMulticall3.ts'
import { encodeStep } from '../../../shared/calldata/encodeStep.ts'
import { Policy } from '../../../shared/domain/sponsorship/policy.ts'
import { erc20Abi } from '../../../shared/abi/standards.ts'
import { contextOver, given, SENDER, toData } from '../../build/properties.ts'

const reputationRegistry = SENDER
const plain = contextOver({ contracts: { reputationRegistry, multicall3: multicall3Address } })
const under = (policy: object, isNamed = true) =>
  paymasterOf(plain, { PAYMASTER_IN_CALLS: isNamed, PAYMASTER_POLICY: Policy.parse(policy) })
const revoke = given({ action: 'revoke', agentId: 0n, feedbackIndex: 1n } as const)
const built = async (policy: object, isNamed?: boolean) =>
  toData(await submitAgentFeedback(revoke, { ...plain, paymasterOf: under(policy, isNamed) })).calls

const abi = parseAbi(['function revokeFeedback(uint256 agentId, uint64 feedbackIndex)'])
const step = (over: object) => ({
  ...encodeStep({ to: reputationRegistry, abi, functionName: 'revokeFeedback', args: [0n, 1n], describe: () => '' }),
  ...over,
})

describe('calls that the policy sponsors', () => {
  it('name the paymaster, which the wallet may do without (ERC-7677)', async () => {
    expect((await built({})).capabilities).toEqual({
      paymasterService: { url: 'https://api.example.com/api/paymaster', optional: true },
    })
  })

  it('are those of the modes that it has, while it is enabled', async () => {
    expect(await built({ modes: ['agent_registry'] })).not.toHaveProperty('capabilities')
    expect(await built({ enabled: false })).not.toHaveProperty('capabilities')
  })

  it('no calls name it without the setting', async () => {
    expect(await built({}, false)).not.toHaveProperty('capabilities')
    expect(paymasterOf(plain, { PAYMASTER_IN_CALLS: true, PAYMASTER_POLICY: null })).toBeUndefined()
  })
})

describe('calls that it does not sponsor', () => {
  const approve = encodeStep({
    to: SENDER,
    abi: erc20Abi,
    functionName: 'approve',
    args: [SENDER, 1n],
    describe: () => '',
  })
  const padded = `${encodeFunctionData({ abi, functionName: 'revokeFeedback', args: [0n, 1n] })}00` as const

  it.each([
    ['with value', [step({ value: '1' })]],
    ['of another contract', [step({ to: multicall3Address })]],
    ['of another function', [approve]],
    ['beside one that is', [step({}), approve]],
    ['with something after them', [step({ data: padded })]],
  ])('%s', (_, steps) => {
    expect(under({})?.(steps)).toBeUndefined()
  })
})

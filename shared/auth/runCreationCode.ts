import type { RpcReply } from '../chain/RpcCall.ts'
import { encodeDeployData, hexToBigInt, numberToHex, parseAbi, size, slice } from 'viem/utils'
import { ofChain, type Rpc } from '../chain/rpc.ts'
import { ApiError } from '../errors/ApiError.ts'
import measuredRun from './MeasuredRun.sol'
import type { RunCreationCode } from './signature.ts'

/** Gas for the code: enough to create a wallet and check a P-256 signature several times without a precompile. */
const PROMISED_GAS = 2_500_000n
/** Gas sent with the call: the rest covers the call itself (EIP-2028, EIP-3860) and the measuring. */
const GAS = numberToHex(PROMISED_GAS + 500_000n)
/**
 * Code that ends with less than this fraction of its gas may have failed because it ran out: each nested call that
 * fails this way keeps 1/64 (EIP-150), and eight nested ones keep less than an eighth.
 */
const STARVED = 8n

const abi = parseAbi(['constructor(bytes creationCode)'])

/**
 * Runs creation code, within a gas bound, on a node of the given chain; the chain id is checked in the same request.
 * The runner throws upstream_failed when a node does not run the code, or gives it so little gas that a failure proves
 * nothing, and whatever the RPC client throws.
 */
export const createRunner = (rpc: Rpc, chainId: number): RunCreationCode => {
  const judge = ofChain(chainId)
  return async (creationCode) => {
    const data = encodeDeployData({ abi, bytecode: measuredRun, args: [creationCode] })
    const calls = [
      { method: 'eth_chainId', params: [] },
      { method: 'eth_call', params: [{ data, gas: GAS }, 'latest'] },
    ]
    const [, reply] = await rpc.send(calls, { judge })
    return outcomeOf(reply)
  }
}

/** The measuring code fails only when it runs out of gas, so an error is never the answer of the measured code. */
function outcomeOf(reply: RpcReply | undefined) {
  const answer = reply && 'result' in reply ? reply.result : undefined
  if (!isHex(answer) || size(answer) !== 18) throw new ApiError('upstream_failed')
  const returned = slice(answer, 0, 1) === '0x01' ? slice(answer, 1, 2) : null
  const given = hexToBigInt(slice(answer, 2, 10))
  const left = hexToBigInt(slice(answer, 10, 18))
  const isStarved = left * STARVED < given && given < PROMISED_GAS
  if (isStarved && returned !== '0x01')
    throw new ApiError(
      'upstream_failed',
      'the chain node limits the gas of eth_call below what a wallet signature check needs',
    )
  return returned
}

const isHex = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)

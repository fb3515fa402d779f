import { createClient, http, type Address, type Hex } from 'viem'
import { sendTransaction } from 'viem/actions'
import { Interface } from 'ethers'
import * as z from 'zod'
import type { AccountRole } from '../../localnet/world/accounts.ts'
import { UnsignedCalldata } from '../../schema/calldata.ts'
import { VetokenUser } from '../../schema/vetoken/index.ts'
import { floorToWeek, WEEK } from '../../shared/domain/vetoken/weekFlooring.ts'
import { accountOf, bearer, receiptOf, signIn, toAnswer, type Answer } from '../account/support.ts'
import { startLocalnet, type TestNet } from '../support/localnet.ts'
import { minedReceipt } from '../../localnet/world/minedReceipt.ts'

export const startBuildNet = (options: Partial<Parameters<typeof startLocalnet>[0]> = {}): Promise<TestNet> =>
  startLocalnet({ families: ['account', 'build', 'vetoken'], ...options })

/** Headers of a signed-in session of an account. */
export const sessionOf = async (net: TestNet, role: AccountRole): Promise<Record<string, string>> =>
  bearer((await signIn(net.api, accountOf(net, role))).token)

/** Headers of an agent's SIWA receipt; the account `agent` owns agent 0. */
export const receiptHeaders = async (net: TestNet): Promise<Record<string, string>> => ({
  'x-siwa-receipt': (await receiptOf(net.api, 0, accountOf(net, 'agent'))).receipt,
})

/** POST /v1/build/<path>. */
export async function build(
  api: string,
  path: string,
  headers: Record<string, string>,
  body: unknown = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return toAnswer(await fetch(`${api}/v1/build/${path}`, { method: 'POST', body: text, headers }))
}

const Built = UnsignedCalldata.extend({ effectiveEnd: z.string().nullish(), votingPower: z.string().nullish() })
export type Built = z.output<typeof Built>

/** The transaction of a 200 answer, checked against the contract's schema. */
export function builtOf({ status, json }: Answer): Built {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
  return Built.parse(json)
}

export const codesOf = (built: Built): string[] => built.issues.map(({ code }) => code)

const client = (rpcUrl: string) => createClient({ transport: http(rpcUrl) })

interface Sent {
  readonly status: 'success' | 'reverted'
  readonly hash: Hex
  readonly blockNumber: bigint
  readonly gasUsed: bigint
}

/** Signs a call as it is with an account's key, and has it mined. */
export async function send(
  net: TestNet,
  role: AccountRole,
  { to, data, value }: { to: Address; data: string; value: string },
): Promise<Sent> {
  const node = client(net.rpcUrl)
  const bytes: Hex = `0x${data.slice(2)}`
  // Gas is set, so that nothing stops a call that reverts.
  const hash = await sendTransaction(node, {
    account: accountOf(net, role),
    chain: null,
    to,
    data: bytes,
    value: BigInt(value),
    gas: 2_000_000n,
  })
  const { status, blockNumber, gasUsed } = await minedReceipt(node, hash)
  return { status, hash, blockNumber, gasUsed }
}

/** Sends everything that was built, in order and unchanged. */
export async function sendAll(net: TestNet, role: AccountRole, { calls }: Built): Promise<Sent[]> {
  const sent: Sent[] = []
  for (const call of calls.calls) sent.push(await send(net, role, { ...call, value: String(BigInt(call.value)) }))
  return sent
}

const reverts = new Interface([
  'error AlreadyLocked()',
  'error InvalidLockDuration()',
  'error InvalidToken()',
  'error NoExistingLock()',
  'error LockDurationTooShort()',
  'error LockExpired()',
  'error LockNotExpired()',
  'error ERC20InsufficientBalance(address,uint256,uint256)',
  'error ERC20InsufficientAllowance(address,uint256,uint256)',
  'error VotingNotStarted()',
  'error VoteFreezeWindow()',
  'error LockTooRecent()',
  'error UtilityNotConfigured()',
  'error NoVotingPower()',
  'error LockExpiresBeforeEpochEnd()',
  'error VaultNotWhitelisted(address)',
  'error NormalizedWeightZero()',
  'error AuctionNotStarted()',
  'error TokensNotReceived()',
  'error AuctionIsOver()',
  'error AuctionSoldOut()',
  'error BidMustBeAboveClearingPrice()',
  'error InvalidBidPriceTooHigh(uint256,uint256)',
  'error TickPreviousPriceInvalid()',
  'error TransferFromFailed()',
  'error ValidationHookCallFailed(bytes)',
  'error OwnableUnauthorizedAccount(address)',
  'error InvalidCharmVault(address)',
  'error InvalidSwapPool(address)',
  'error CharmSharesOutstanding(address,uint256)',
  'error RebalanceValuationUnavailable()',
  'error EmergencyWithdrawRestrictedToken(address)',
  'error AmountLTMinDebt()',
  'error AuctionActive()',
  'error BorrowerNotSender()',
  'error BorrowerUnderCollateralized()',
  'error DustAmountNotExceeded()',
  'error InsufficientCollateral()',
  'error InsufficientLiquidity()',
  'error InvalidAmount()',
  'error LimitIndexExceeded()',
  'error NoDebt()',
  'error NotAuthorized()',
  'error Paused()',
  'error VaultIsShutdown()',
  'error VaultNotNormal()',
  'error Unauthorized()',
  'error ZeroAmount()',
  'error WithdrawTooSoon(uint256,uint256)',
  'error LargeWithdrawalMustBeQueued(uint256,uint256)',
  'error WithdrawalNotUnlocked(uint256,uint256)',
  'error NoQueuedWithdrawal()',
  'error QueuedWithdrawalReceiverMismatch(address,address)',
  'error AmountTooSmallToNormalize()',
  'error WrapperWithdrawTooSoon(uint256,uint256)',
])

const Trace = z.object({ result: z.object({ output: z.string() }) })

/** The error, or the text, with which a mined transaction reverted, decoded by another library. */
export async function revertOf(net: TestNet, hash: Hex): Promise<string | undefined> {
  const { result } = Trace.parse(await rpc(net.rpcUrl, 'debug_traceTransaction', [hash, { tracer: 'callTracer' }]))
  const error = reverts.parseError(result.output)
  return error?.name === 'Error' ? String(error.args[0]) : error?.name
}

export async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()
}

/** Gives the chain this time (unix seconds): a block is mined at it. */
export async function setTime({ rpcUrl }: TestNet, seconds: bigint | number): Promise<void> {
  await rpc(rpcUrl, 'evm_setNextBlockTimestamp', [Number(seconds)])
  await rpc(rpcUrl, 'evm_mine', [])
}

/** Moves the chain a day into the next epoch of the gauge: in the last half hour of one, which is a Wednesday's, it takes no votes. */
export const intoNextEpoch = async (net: TestNet): Promise<void> =>
  setTime(net, ((await chainTime(net)) / WEEK + 1n) * WEEK + 86_400n)

/** Goes on to the next epoch of the gauge if it takes no votes for the rest of this one, or soon will not. */
export async function leaveFreeze(net: TestNet): Promise<void> {
  const now = await chainTime(net)
  const end = (now / WEEK + 1n) * WEEK
  if (end - now < 7200n) await setTime(net, end + 60n)
}

const Block = z.object({ result: z.object({ timestamp: z.string() }) })

/** Time of the newest block. */
export const chainTime = async ({ rpcUrl }: TestNet): Promise<bigint> =>
  BigInt(Block.parse(await rpc(rpcUrl, 'eth_getBlockByNumber', ['latest', false])).result.timestamp)

/** Seconds from `clock` to the middle of a week, at least so many: near the boundary of one, no escrow shows whether it rounds. */
export const untilMidweek = (clock: bigint, least: bigint): bigint =>
  floorToWeek(clock + least) + WEEK + WEEK / 2n - clock

/** The lock of an account as the API reads it, not older than a block. */
export async function lockOf(net: TestNet, role: AccountRole, minBlock: bigint) {
  const answer = await toAnswer(
    await fetch(`${net.api}/v1/vetoken/user/${accountOf(net, role).address}?minBlock=${minBlock}`),
  )
  return z.object({ success: z.literal(true), data: VetokenUser }).parse(answer.json).data
}

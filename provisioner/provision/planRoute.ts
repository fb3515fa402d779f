import type { Address as SvmAddress } from '@solana/kit'
import type { Address, Hex } from 'viem'
import type { DeployEnv, ProvisionRequest } from '../../schema/provisioner.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Bridge } from '../bridges.ts'
import type { Config } from '../config.ts'
import { type Evm, mismatch } from '../evm/createEvm.ts'
import type { PayerFile } from '../payers.ts'
import type { Svm } from '../svm/createSvm.ts'
import { deriveMint, toBytes32 } from '../svm/deriveMint.ts'
import { asciiName, tokenSymbols } from '../tokenSymbols.ts'

/** One possible symbol of the token, and the mint that results from it. */
export interface Candidate {
  readonly symbol: string
  readonly mint: SvmAddress
  readonly mintBytes32: Hex
}

/** Everything that is decided before anything is done. */
export interface RoutePlan {
  readonly deployEnv: DeployEnv
  readonly bridge: Bridge
  readonly bridgeToken: Address
  readonly payer: PayerFile
  readonly name: string
  readonly decimals: number
  readonly scalerExponent: number
  readonly metadataUri: string | undefined
  /** In the order of attempts; at least one. */
  readonly candidates: readonly Candidate[]
}

/**
 * The settings that follow from the request alone.
 *
 * Throws invalid_request; unsupported_option for `payForRelay: false`, because the CLI would then prompt for input.
 */
export function chooseSettings(request: ProvisionRequest, config: Config, payers: ReadonlyMap<string, PayerFile>) {
  if (request.payForRelay === false)
    throw new ApiError(
      'unsupported_option',
      'payForRelay: must be true, because the bridge CLI otherwise prompts for input; omit it',
    )
  const deployEnv = request.deployEnv ?? config.defaultDeployEnv
  if (!config.deployEnvs.has(deployEnv))
    throw new ApiError('invalid_request', `deployEnv: must be one of ${[...config.deployEnvs].join(', ')}`)
  const payer = payers.get(request.payerKp ?? 'config')
  if (payer === undefined)
    throw new ApiError('invalid_request', 'payerKp: must be the name of a payer of this provisioner')
  if (/^0x0{40}$/.test(request.bridgeToken))
    throw new ApiError('invalid_request', 'bridgeToken: must not be the zero address')
  if (request.tokenMetadataUri !== undefined && !URL.canParse(request.tokenMetadataUri))
    throw new ApiError('invalid_request', 'tokenMetadataUri: must be an https, ipfs or ar URL')
  return {
    deployEnv,
    bridge: config.bridges[deployEnv],
    payer,
    decimals: request.solanaDecimals ?? config.mintDecimals,
  }
}

/**
 * Decides name, symbols, exponent and mints from the request and from the token's own values. Onchain name and symbol
 * count only if both exist; the request's take precedence over them.
 *
 * Throws what `chooseSettings` and the reads throw; invalid_request if there is no ERC-20 at the address or an exponent
 * does not fit its decimals.
 */
export async function planRoute(
  request: ProvisionRequest,
  settings: ReturnType<typeof chooseSettings>,
  config: Config,
  evm: Evm,
): Promise<RoutePlan> {
  const { bridgeToken } = request
  const { decimals, bridge } = settings
  const facts = await evm.readToken(bridgeToken)
  const scalerExponent = chooseExponent(facts.decimals, decimals, request.scalerExponent ?? config.scalerExponent)
  const { symbolMode, symbolPrefix } = config
  const onchain = facts.name !== null && facts.symbol !== null ? { name: facts.name, symbol: facts.symbol } : undefined
  const name = asciiName(request.tokenName ?? onchain?.name ?? '', bridgeToken)
  const fallback = request.tokenSymbolFallback
  const symbol = request.tokenSymbol ?? onchain?.symbol ?? fallback ?? ''
  const symbols = tokenSymbols({ symbol, fallback, token: bridgeToken }, symbolMode, symbolPrefix)
  const candidates = await Promise.all(
    symbols.map(async (symbol) => {
      const mint = await deriveMint(bridge.program, {
        remoteToken: bridgeToken,
        name,
        symbol,
        decimals,
        scalerExponent,
      })
      return { symbol, mint, mintBytes32: toBytes32(mint) }
    }),
  )
  const uri = config.metadataUri ? request.tokenMetadataUri : undefined
  const metadataUri = uri === undefined ? undefined : new URL(uri).href
  return { ...settings, bridgeToken, name, scalerExponent, metadataUri, candidates }
}

/** One unit of the mint is ten to the power of the difference in decimals, in units of the ERC-20. */
function chooseExponent(tokenDecimals: number | null, mintDecimals: number, requested: number | undefined): number {
  if (tokenDecimals === null)
    throw new ApiError('invalid_request', 'bridgeToken: must be an ERC-20 token that implements decimals()')
  const exponent = tokenDecimals - mintDecimals
  if (exponent < 0)
    throw new ApiError('invalid_request', `solanaDecimals: must be at most ${tokenDecimals}, the decimals of the token`)
  if (requested !== undefined && requested !== exponent)
    throw new ApiError(
      'invalid_request',
      `scalerExponent: must be ${exponent}, the token's ${tokenDecimals} decimals minus ${mintDecimals}`,
    )
  if (exponent > 77) throw new ApiError('invalid_request', 'bridgeToken: has too many decimals for a route')
  return exponent
}

/**
 * The first candidate that no longer needs `wrap-token`: its route is registered, or its mint exists and its
 * registration is on the way. If no node of the SVM chain answers, only registered routes are found.
 *
 * Throws scalar_mismatch, and what the reads of the EVM side throw.
 */
export async function findRoute(
  { bridge, bridgeToken, scalerExponent }: RoutePlan,
  candidates: readonly Candidate[],
  { evm, svm }: { evm: Evm; svm: Svm | undefined },
): Promise<Candidate | undefined> {
  const [scalars, minted] = await Promise.all([
    evm.readScalars(
      bridge.bridge,
      bridgeToken,
      candidates.map(({ mintBytes32 }) => mintBytes32),
    ),
    svm?.exist(candidates.map(({ mint }) => mint)).catch((): boolean[] => []),
  ])
  const expected = 10n ** BigInt(scalerExponent)
  const wrong = scalars.find((scalar) => scalar !== 0n && scalar !== expected)
  if (wrong !== undefined) throw mismatch(wrong, expected)
  return candidates.find((_, i) => scalars[i] === expected) ?? candidates.find((_, i) => minted?.[i] === true)
}

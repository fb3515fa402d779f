import { isAddress, type Address as SvmAddress } from '@solana/kit'
import type { CommandResult } from './runCommand.ts'

/** Why a run of `wrap-token` produced nothing. */
export type WrapFailure =
  /** The CLI does not know `--metadata-uri`. */
  | 'metadata_flag_unknown'
  /** Goes away by itself. */
  | 'transient'
  | 'payer_unfunded'
  /** The text of the symbol, or what it makes of the mint's address. */
  | 'symbol'
  | 'timeout'
  | 'too_much_output'
  /** It ended successfully without naming a mint. */
  | 'no_mint'
  | 'other'

const MINT = /Mint:\s{0,64}([1-9A-HJ-NP-Za-km-z]{32,44})\b/i
const URI_FLAG = /metadata[-_ ]?uri/i
const UNKNOWN_FLAG =
  /unknown option|unknown argument|unexpected argument|unrecognized option|wasn't expected|unexpected value/i
const UNFUNDED = /insufficient (funds|lamports)|no record of a prior credit/i
const SYMBOL = /ConstraintSeeds|utf-?8|unicode|invalid symbol|symbol is invalid|invalid metadata|invalid character/i
const SIMULATION = /transaction simulation failed/i
/** A simulation that fails for one of these reasons fails each time. */
const DETERMINISTIC = /custom program error|insufficient|ConstraintSeeds|already in use/i
const TRANSIENT = /blockhash not found|temporarily unavailable|timed out|timeout|econnreset|socket hang up/i

/** The result of a run of `wrap-token`: the mint that it names, or why there is none. */
export function readWrapResult({
  ended,
  code,
  output,
}: CommandResult): { mint: SvmAddress } | { failure: WrapFailure } {
  if (ended === 'timeout' || ended === 'too_much_output') return { failure: ended }
  if (code !== 0) return { failure: failureOf(output) }
  const mint = MINT.exec(output)?.[1]
  return mint !== undefined && isAddress(mint) ? { mint } : { failure: 'no_mint' }
}

function failureOf(output: string): WrapFailure {
  if (URI_FLAG.test(output) && UNKNOWN_FLAG.test(output)) return 'metadata_flag_unknown'
  if (UNFUNDED.test(output)) return 'payer_unfunded'
  if (!DETERMINISTIC.test(output) && (SIMULATION.test(output) || TRANSIENT.test(output))) return 'transient'
  return SYMBOL.test(output) ? 'symbol' : 'other'
}

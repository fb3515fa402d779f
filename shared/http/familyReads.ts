import type { ReadHead } from '../chain/program.ts'

/** URL of the reads of a batch at a family: no public request has it, and who sent one would gain nothing (answerBatch.ts). */
export const FAMILY_READS = 'https://batch.invalid/'

/** Reads of one family, at a block or the newest. */
export interface FamilyReads {
  readonly urls: readonly string[]
  readonly head?: ReadHead | undefined
  /** The oldest block that is useful to every read of the batch. */
  readonly minBlock?: bigint | undefined
}

/** The answers to reads, each as JSON text, and the block at which they read the chain. */
export interface FamilyAnswers {
  readonly head: ReadHead | undefined
  readonly answers: readonly string[]
}

/** Texts of answers follow a line with their lengths: nobody parses them on their way. */
export const writeAnswers = ({ head, answers }: FamilyAnswers): string =>
  `${JSON.stringify({ head, lengths: answers.map(({ length }) => length) }, bigintAsText)}\n${answers.join('')}`

export const writeReads = (reads: FamilyReads): string => JSON.stringify(reads, bigintAsText)

const bigintAsText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

interface OnWire {
  readonly head?: Omit<ReadHead, 'blockNumber'> & { readonly blockNumber: string }
}

const headOf = ({ head }: OnWire): ReadHead | undefined => head && { ...head, blockNumber: BigInt(head.blockNumber) }

/** Throws for another text than `writeAnswers` makes. */
export function parseAnswers(text: string): FamilyAnswers {
  const end = text.indexOf('\n')
  const about: OnWire & { readonly lengths: readonly number[] } = JSON.parse(text.slice(0, end))
  let at = end + 1
  const answers = about.lengths.map((length) => text.slice(at, (at += length)))
  if (at !== text.length) throw new Error('the answers do not have the lengths that they state')
  return { head: headOf(about), answers }
}

/** Throws for another text than `writeReads` makes. */
export function parseReads(text: string): FamilyReads {
  const { urls, minBlock, ...head }: OnWire & { readonly urls: readonly string[]; readonly minBlock?: string } =
    JSON.parse(text)
  return { urls, head: headOf(head), minBlock: minBlock === undefined ? undefined : BigInt(minBlock) }
}

import { asObject, type Json } from '../json.ts'
import {
  withoutAnswerExamples,
  withoutCredentialTexts,
  withoutFieldExamples,
  withoutHelp,
  withoutTexts,
  withShortTexts,
} from './shorten.ts'

interface Step {
  /** Name of the part that it leaves out, for the reader. */
  readonly leaves: string
  readonly shorten: (document: Json) => Json
}

/** First what stands elsewhere or twice, then what helps. */
const STEPS: readonly Step[] = [
  { leaves: 'cause and fix of errors: /docs/errors/{code}', shorten: withoutHelp },
  { leaves: 'descriptions of credentials', shorten: withoutCredentialTexts },
  { leaves: 'examples of single fields', shorten: withoutFieldExamples },
  { leaves: 'long descriptions of fields', shorten: withShortTexts },
  { leaves: 'examples of answers', shorten: withoutAnswerExamples },
  { leaves: 'descriptions of fields', shorten: withoutTexts },
]

/**
 * A piece of at most `bytes` bytes: one that is longer leaves out what it takes, and says so in `x-left-out`. The inputs and
 * the answers of an operation stay whole, with their headers: nothing but texts and examples is left out. `write` gives the text that counts, as JSON unless stated.
 *
 * Throws if it is too long even so.
 */
export function fitPiece(piece: Json, bytes: number, write: (piece: Json) => string = JSON.stringify): Json {
  const lengthOf = (document: Json): number => Buffer.byteLength(write(document))
  let fitted = piece
  const left: string[] = []
  for (const { leaves, shorten } of STEPS) {
    if (lengthOf(fitted) <= bytes) return fitted
    left.push(leaves)
    fitted = { ...shorten(fitted), 'x-left-out': left }
  }
  if (lengthOf(fitted) <= bytes) return fitted
  throw new Error(`${Object.keys(asObject(piece['paths'])).join(', ')}: ${lengthOf(fitted)} bytes, over ${bytes}`)
}

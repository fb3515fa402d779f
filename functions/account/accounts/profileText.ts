/** A text that a profile must not contain. The message follows the field's name. */
export class InvalidProfileText extends Error {}

const CONTROL = /\p{Cc}/u
/** Embeddings, overrides and isolates (UAX #9): text after them shows in another order. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u

/**
 * A profile text in NFC, trimmed: one line that shows as it is stored. Throws InvalidProfileText.
 */
export function profileText(text: string): string {
  if (!text.isWellFormed()) throw new InvalidProfileText('must not contain an unpaired surrogate')
  if (CONTROL.test(text)) throw new InvalidProfileText('must not contain control characters or line breaks')
  if (DIRECTION.test(text)) throw new InvalidProfileText('must not contain bidirectional control characters')
  return text.normalize('NFC').trim()
}

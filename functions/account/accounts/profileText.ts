/** Why a text is none that a profile may show; said after the field's name. */
export class UnfitText extends Error {}

const CONTROL = /\p{Cc}/u
/** Embeddings, overrides and isolates (UAX #9): what comes after them shows in another order. */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/u

/**
 * A text that a person writes about themselves, in NFC and without blanks around it: one line that shows as it is stored.
 * Throws UnfitText.
 */
export function profileText(text: string): string {
  if (!text.isWellFormed()) throw new UnfitText('contains half a character (an unpaired surrogate)')
  if (CONTROL.test(text)) throw new UnfitText('must not contain control characters or line breaks')
  if (DIRECTION.test(text)) throw new UnfitText('must not contain characters that change the direction of text')
  return text.normalize('NFC').trim()
}

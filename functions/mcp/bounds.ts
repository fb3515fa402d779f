import { readBounded, TooLong } from '../../shared/text/readBounded.ts'

/** The longest body of a request: arguments, and a picture in base64. */
export const MAX_BODY = 1_048_576

/** Of an answer as a whole: one of a batch has the answers to all its messages. */
export const MAX_ANSWER = 524_288

/** An answer as a whole; the refusal in its place if it is longer than any may be. */
export async function bounded(answer: Response, refuse: (message: string) => Response): Promise<Response> {
  if (!answer.body) return answer
  try {
    const { status, headers } = answer
    return new Response(await readBounded(answer.body, MAX_ANSWER), { status, headers })
  } catch (error) {
    if (!(error instanceof TooLong)) throw error
    return refuse(`the answer would have more than ${MAX_ANSWER} bytes; ask for less in one request`)
  }
}

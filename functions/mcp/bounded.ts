import { readBounded, TooLong } from '../../shared/text/readBounded.ts'
import { MAX_ANSWER } from './bounds.ts'

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

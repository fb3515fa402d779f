import { MOST_READS } from '../../schema/gateway/mostReads.ts'
import { ReadBatch } from '../chain/ReadBatch.ts'
import { parseReads, writeAnswers } from './familyReads.ts'
import { readBytes } from './body.ts'
import { createAnswerWriter, readHeaders } from './readAnswer.ts'

/** URLs of 4 KiB each. */
const MOST_BYTES = 262_144

/**
 * Answers the reads of a batch (docs/batch.md), each as a request of its own to this Worker: with its budget, its checks and its
 * errors, and without a credential. Their reads of the chain become one.
 */
export async function answerBatch(
  request: Request,
  baseUrl: string,
  answer: (read: Request) => Promise<Response>,
): Promise<Response> {
  const { urls, head, minBlock } = parseReads(new TextDecoder().decode(await readBytes(request, MOST_BYTES)))
  const batch = new ReadBatch({ head, minBlock })
  const headers = readHeaders(request)
  const answered = await Promise.all(
    urls.slice(0, MOST_READS).map(async (url) => {
      const read = new Request(url, { headers })
      return { read, response: await batch.run(() => answer(read)) }
    }),
  )
  const write = createAnswerWriter(baseUrl)
  const answers: string[] = []
  for (const { read, response } of answered) answers.push(await write(response, read))
  return new Response(writeAnswers({ head: batch.head, answers }))
}

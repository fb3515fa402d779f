import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import { plainText } from '../../../shared/text/plainText.ts'
import { asArgs } from '../calls/Args.ts'
import type { Call } from '../calls/createCalls.ts'
import type { ToolContext } from '../tools/Tools.ts'

/** Key of the request and of its response. */
const REVIEW = 'review'
const MOST_MESSAGE = 1000

/** A build that may be sent, with its page. */
const Sendable = z.object({
  description: z.string(),
  issues: z.tuple([]),
  simulation: z.object({ status: z.literal('ok') }),
  reviewUrl: z.url(),
})

/**
 * Runs a build for a client of revision 2026-07-28. If its user can be shown a page (`elicitation.url`) and the build may be sent, the
 * answer asks the client to open the review page, once: a retry with any response builds again and gets the result.
 */
export async function withReview(
  run: (context: ToolContext) => Promise<CallToolResult>,
  context: ToolContext,
  { envelope, inputResponses }: ServerContext['mcpReq'],
): Promise<CallToolResult | InputRequiredResult> {
  if (inputResponses !== undefined) return noted(await run(context), inputResponse(inputResponses, REVIEW))
  const { elicitation } = asArgs(asArgs(envelope)[CLIENT_CAPABILITIES_META_KEY])
  if (asArgs(elicitation)['url'] === undefined) return run(context)
  // The result may lack the members that decide: `fields` chooses.
  let built: unknown
  const call: Call = async (...given) => {
    const answered = await context.call(...given)
    built = answered.value
    return answered
  }
  const result = await run({ ...context, call })
  const { data } = Sendable.safeParse(built)
  if (result.isError || !data) return result
  const message = plainText(data.description, MOST_MESSAGE)
  return inputRequired({ inputRequests: { [REVIEW]: inputRequired.elicitUrl({ message, url: data.reviewUrl }) } })
}

const NOTES = {
  accept:
    'The user was shown the review page, and may send this from it, now or later: do not send it as well without asking.',
  decline: 'The user declined to open the review page.',
  cancel: 'The user dismissed the request to open the review page.',
}
const NO_RESPONSE = 'The client gave no response about the review page.'

/** A response says what the client did. Only the chain says what was sent. */
const BEFORE_SENDING =
  'Only getBuildStatus, with from, to, data and value of the call, says whether it was sent; a `transaction` of null does not prove that it was not. Call it, and ask the user, before you send.'

/** A result with the outcome of the request. An error keeps its beginning, which says what to do first. */
function noted(result: CallToolResult, response: ReturnType<typeof inputResponse>): CallToolResult {
  const note = `${response.kind === 'elicit' ? NOTES[response.action] : NO_RESPONSE} ${BEFORE_SENDING}`
  const content = result.content.map((block) =>
    block.type === 'text'
      ? { ...block, text: result.isError ? `${block.text} ${note}` : `${note} ${block.text}` }
      : block,
  )
  return { ...result, content }
}

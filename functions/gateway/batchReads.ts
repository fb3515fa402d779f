import { MOST_READS } from '../../schema/gateway/mostReads.ts'
import type { gateway } from '../../schema/gateway/index.ts'
import { boundFamily } from '../../shared/deployment/askFamily.ts'
import { type BatchedRead, readBatch } from '../../shared/deployment/readBatch.ts'
import { ApiError } from '../../shared/errors/ApiError.ts'
import type { Context, Handler } from '../../shared/http/handler.ts'
import { createAnswerWriter, readHeaders, refuseRead } from '../../shared/http/readAnswer.ts'
import { answerUnknownPath, ownerOf } from './dispatch.ts'

/** Bindings of the gateway. */
export interface GatewayContext extends Context {
  readonly env: object
}

/**
 * Answers reads of any families at one block (docs/batch.md). A path that is wrong, or that no family owns, has its error in its
 * place; so have the reads of a family that does not respond.
 */
export const batchReads: Handler<typeof gateway.batchReads, GatewayContext> = async (
  { body: { reads }, request },
  { env, baseUrl },
) => {
  const headers = readHeaders(request)
  const refused = new Request(request.url, { headers })
  const prepared = reads.map((path): BatchedRead | Response => {
    try {
      return readOf(path, `${new URL(request.url).origin}/api`, env)
    } catch (error) {
      if (!(error instanceof UnknownPath)) return refuseRead(refused, baseUrl, error)
      return answerUnknownPath(new Request(error.url, { headers }), baseUrl)
    }
  })
  const wanted = prepared.filter((read): read is BatchedRead => !(read instanceof Response))
  const { asOf, answers } = await readBatch(env, wanted, { headers, signal: request.signal })
  const write = createAnswerWriter(baseUrl)
  const found = answers.values()
  const texts: string[] = []
  for (const read of prepared) {
    const answer = read instanceof Response ? read : found.next().value
    if (typeof answer === 'string') texts.push(answer)
    else texts.push(await write(answer instanceof Response ? answer : refuseRead(refused, baseUrl, answer), refused))
  }
  return {
    bytes: `{"asOf":${JSON.stringify(asOf)},"answers":[${texts.join(',')}]}`,
    type: 'application/json; charset=utf-8',
    ...(asOf ? { asOf } : {}),
  }
}

class UnknownPath extends Error {
  readonly url: string

  constructor(url: string) {
    super('no family owns this path')
    this.url = url
  }
}

/** Throws invalid_request; UnknownPath. */
function readOf(path: string, api: string, env: object): BatchedRead {
  const url = path.startsWith('/') ? URL.parse(`${api}${path}`) : null
  if (!url?.href.startsWith(`${api}/`))
    throw new ApiError(
      'invalid_request',
      `reads: '${path.slice(0, 64).toWellFormed()}' is not a path such as /v1/gauge/epoch`,
    )
  url.hash = ''
  const owner = ownerOf(url.href)
  if (owner === 'GATEWAY')
    throw new ApiError('invalid_request', `reads: a batch cannot have another; it may have ${MOST_READS} paths itself`)
  if (owner === undefined || !boundFamily(env, owner)) throw new UnknownPath(url.href)
  return { family: owner.toLowerCase(), url: url.href }
}

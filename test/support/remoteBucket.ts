import * as z from 'zod'
import type { TestBucket } from './Runtime.ts'

/**
 * Functions of a Worker, in JavaScript: a bucket of one loan, which its test can make fail, and what does with it what a
 * request says, as `openRemoteBucket` sends it. The test's own requests never fail, and are not counted.
 */
export const answerRemoteBucket = `
let bucketFault
let bucketCalls = {}
const whole = Symbol()
function apartBucket(bucket, id) {
  bucketFault = undefined
  bucketCalls = {}
  return new Proxy(bucket, {
    get(target, name) {
      if (name === whole) return { get: (key) => target.get(id + key), put: (key, ...others) => target.put(id + key, ...others), delete: (key) => target.delete(id + key) }
      const value = target[name]
      if (typeof value !== 'function') return value
      return (key, ...others) => {
        bucketCalls[name] = (bucketCalls[name] ?? 0) + 1
        if (bucketFault === 'throw') return Promise.reject(new Error('the bucket is out of reach'))
        if (bucketFault === 'hang') return new Promise(() => {})
        if (bucketFault === 'forget' && name === 'get') return Promise.resolve(null)
        return value.call(target, id + key, ...others)
      }
    },
  })
}
async function answerRemoteBucket(request, lent) {
  const { method, key, base64, contentType, fault } = await request.json()
  const bucket = lent[whole]
  if (method === 'fail') bucketFault = fault
  if (method === 'calls') return Response.json(bucketCalls)
  if (method === 'delete') await bucket.delete(key)
  if (method === 'put') await bucket.put(key, Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)), { httpMetadata: { contentType } })
  if (method !== 'get') return Response.json(null)
  const object = await bucket.get(key)
  if (!object) return Response.json(null)
  const bytes = new Uint8Array(await object.arrayBuffer())
  return Response.json({ base64: btoa(String.fromCharCode(...bytes)), contentType: object.httpMetadata.contentType })
}`

const Found = z.object({ base64: z.string(), contentType: z.string().optional() }).nullable()
const Calls = z.record(z.string(), z.number())

export function openRemoteBucket(url: URL): TestBucket {
  const send = async (request: object): Promise<unknown> => {
    const answer = await fetch(url, { method: 'PUT', body: JSON.stringify(request) })
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    return answer.json()
  }
  return {
    async get(key) {
      const found = Found.parse(await send({ method: 'get', key }))
      return found && { bytes: Buffer.from(found.base64, 'base64'), contentType: found.contentType }
    },
    async put(key, bytes, contentType) {
      await send({ method: 'put', key, base64: Buffer.from(bytes).toString('base64'), contentType })
    },
    async delete(key) {
      await send({ method: 'delete', key })
    },
    async fail(fault) {
      await send({ method: 'fail', fault })
    },
    async calls() {
      return Calls.parse(await send({ method: 'calls' }))
    },
  }
}

import { expect, it } from 'vitest'
import type { TestNet } from '../support/localnet.ts'
import { build } from './support.ts'

/** What every builder refuses before it looks at the chain. `given` is asked in the tests. */
export function itGuards(
  path: string,
  bound: number,
  given: () => { net: TestNet; headers: Record<string, string>; body: object },
): void {
  it.each([
    {},
    { authorization: 'Bearer nonsense' },
    { cookie: '__Host-session=nonsense' },
    { 'x-siwa-receipt': 'a.b' },
  ])('refuses an unauthenticated request: %j', async (headers) => {
    const { net, body } = given()
    const answer = await build(net.api, path, headers, body)
    expect(answer).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(answer.headers.get('www-authenticate')).not.toBeNull()
  })

  it(`refuses a body over ${bound} bytes`, async () => {
    const { net, headers, body } = given()
    expect(await build(net.api, path, headers, { ...body, padding: 'x'.repeat(bound) })).toMatchObject({
      status: 413,
      code: 'body_too_large',
    })
  })

  it.each(['GET', 'PUT', 'DELETE'])('does not accept %s', async (method) => {
    const response = await fetch(`${given().net.api}/v1/build/${path}`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('POST')
  })

  it('refuses a wrong sender', async () => {
    const { net, headers, body } = given()
    for (const from of ['0x0000000000000000000000000000000000000000', '0x12', 7, null]) {
      expect((await build(net.api, path, headers, { ...body, from })).json).toMatchObject({
        error: expect.stringMatching(/^invalid_request: from: ./),
      })
    }
  })

  it('refuses another chain', async () => {
    const { net, headers, body } = given()
    expect(await build(net.api, path, headers, { ...body, chainId: 1 })).toMatchObject({
      status: 400,
      code: 'unsupported_chain',
    })
  })
}

import { describe, expect, test } from 'vitest'
import { serveModules } from '../../localnet/bundles.ts'

const wasm = { type: 'CompiledWasm' as const, path: 'token/draw.wasm', contents: Buffer.from([0]) }
const text = (path: string, contents: string) => ({ type: 'ESModule' as const, path, contents })
const read = async (worker: string) => {
  if (worker !== 'token') throw new Error(`there is no Worker ${worker}`)
  return [text('token/lent.js', "import './index.js'"), text('token/index.js', 'export default {}'), wasm]
}
const urlOf = (specifier: string) => `http://127.0.0.1/?specifier=${encodeURIComponent(specifier)}`

describe('happy', () => {
  test('the runtime is handed an entry and what is no text, and asks for the texts', async () => {
    const served = serveModules(read)
    expect(await served.hand('token')).toEqual([
      text('token/entry.js', 'export * from "./lent.js"; export { default } from "./lent.js"'),
      wasm,
    ])
    const { status, text: answer } = await served.answer(urlOf('/token/index.js'))
    expect([status, JSON.parse(answer)]).toEqual([200, { name: 'token/index.js', esModule: 'export default {}' }])
  })
})

describe('error', () => {
  test('what no Worker has is not found, nor what was not handed over, nor what is no text', async () => {
    const served = serveModules(read)
    expect(await served.answer(urlOf('/token/index.js'))).toMatchObject({ status: 404 })
    await served.hand('token')
    for (const url of [urlOf('/token/other.js'), urlOf('/token/draw.wasm'), 'http://127.0.0.1/'])
      expect(await served.answer(url)).toMatchObject({ status: 404 })
    await expect(served.hand('other')).rejects.toThrow('there is no Worker other')
  })
})

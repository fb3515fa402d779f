import { getAbiItem, parseAbi, parseAbiParameters, toEventSelector, toFunctionSelector } from 'viem'

const CALL = /\b(parseAbi|parseAbiParameters)\((\[[^\][]*(?:\[\d*\][^\][]*)*\])\)/g
const SIGNATURE = /'((?:[^'\\\n]|\\.)*)'/g
const COMMENT = /^\s*\/\/.*$/gm

const signaturesIn = (list: string): string[] =>
  [...list.replace(COMMENT, '').matchAll(SIGNATURE)].map(([, text = '']) => text)

/**
 * A source with its ABIs and parameters as the parser makes them: no Worker carries the parser, or runs it when it starts. With the
 * parser a Worker takes 1.2 to 1.4 times as long to start.
 */
export function withParsedAbis(source: string): string {
  return source.replace(CALL, (_, call: string, list: string) => {
    const signatures = signaturesIn(list)
    return JSON.stringify(call === 'parseAbi' ? parseAbi(signatures) : parseAbiParameters(signatures))
  })
}

const SELECTOR = /\btoFunctionSelector\('([^']+)'\)/g
const TOPIC = /\btoEventSelector\(getAbiItem\(\{ abi: (\w+), name: '(\w+)' \}\)\)/g

/** A source, as it is written, with the hashes of signatures that stand in it: they would take most of a Worker's start. */
export function withHashes(source: string): string {
  const abiOf = (name: string) => {
    const [, list = ''] = new RegExp(`const ${name} = parseAbi\\((\\[[^\\]]*\\])\\)`).exec(source) ?? []
    return parseAbi(signaturesIn(list))
  }
  return source
    .replace(SELECTOR, (_, signature: string) => JSON.stringify(toFunctionSelector(signature)))
    .replace(TOPIC, (call: string, abi: string, name: string) => {
      const item = getAbiItem({ abi: abiOf(abi), name })
      return item?.type === 'event' ? JSON.stringify(toEventSelector(item)) : call
    })
}

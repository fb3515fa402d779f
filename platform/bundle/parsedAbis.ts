import { parseAbi, parseAbiParameters } from 'viem'

const CALL = /\b(parseAbi|parseAbiParameters)\((\[[^\][]*(?:\[\d*\][^\][]*)*\])\)/g
const SIGNATURE = /'((?:[^'\\\n]|\\.)*)'/g
const COMMENT = /^\s*\/\/.*$/gm

/** A source with its ABIs and parameters as the parser makes them: no Worker carries the parser, or runs it when it starts. */
export function withParsedAbis(source: string): string {
  return source.replace(CALL, (_, call: string, list: string) => {
    const signatures = [...list.replace(COMMENT, '').matchAll(SIGNATURE)].map(([, text = '']) => text)
    return JSON.stringify(call === 'parseAbi' ? parseAbi(signatures) : parseAbiParameters(signatures))
  })
}

import { parseAbi } from 'viem'

const CALL = /\bparseAbi\((\[[^\][]*(?:\[\d*\][^\][]*)*\])\)/g
const SIGNATURE = /'((?:[^'\\\n]|\\.)*)'/g
const COMMENT = /^\s*\/\/.*$/gm

/** A source with its ABIs as the parser makes them: no Worker carries the parser, or runs it when it starts. */
export function withParsedAbis(source: string): string {
  return source.replace(CALL, (_, list: string) => {
    const signatures = [...list.replace(COMMENT, '').matchAll(SIGNATURE)].map(([, text = '']) => text)
    return JSON.stringify(parseAbi(signatures))
  })
}

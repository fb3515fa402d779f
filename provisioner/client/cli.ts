import { text } from 'node:stream/consumers'
import { answerTo } from './answerTo.ts'

try {
  const answer = await answerTo(process.argv.slice(2), { variables: process.env, input: () => text(process.stdin) })
  console.log(JSON.stringify(answer))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'the request failed')
  process.exitCode = 1
}

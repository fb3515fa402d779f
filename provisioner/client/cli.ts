import { text } from 'node:stream/consumers'
import { answerCommand } from './answerCommand.ts'

try {
  const answer = await answerCommand(process.argv.slice(2), {
    variables: process.env,
    input: () => text(process.stdin),
  })
  console.log(JSON.stringify(answer))
} catch (error) {
  console.error(error instanceof Error ? error.message : 'the request failed')
  process.exitCode = 1
}

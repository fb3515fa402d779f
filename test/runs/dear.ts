import { readFileSync } from 'node:fs'
import type { RunReport } from '../support/closingLine.ts'
import { DEAR, DEAR_FROM } from '../support/dearFiles.ts'

/** A bound is so many times the measured CPU. */
const ROOM = 1.25

/** `npm run test:dear -- <report> …` prints the lines of test/support/dearFiles.ts that some runs of a tier ask for. */
function run(reports: readonly string[]): void {
  const most = new Map<string, number>()
  for (const file of reports) {
    const { files }: RunReport = JSON.parse(readFileSync(file, 'utf8'))
    for (const [name, seconds] of Object.entries(files)) most.set(name, Math.max(seconds, most.get(name) ?? 0))
  }
  const dear = [...most].filter(([, seconds]) => seconds > DEAR_FROM).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, seconds] of dear)
    console.log(
      `  '${name}': { seconds: ${Math.ceil(ROOM * seconds)}, why: ${JSON.stringify(DEAR[name]?.why ?? '')} },`,
    )
}

run(process.argv.slice(2))

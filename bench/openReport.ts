import { writeFile } from 'node:fs/promises'
import path from 'node:path'

export type Table = (head: readonly string[], rows: readonly (readonly string[])[]) => void

/** Tables that are printed, and kept in a file of this folder where `--write` is given. */
export function openReport() {
  const lines: string[] = []
  const print = (block: string) => {
    lines.push(block, '')
    console.log(`${block}\n`)
  }
  const table: Table = (head, rows) =>
    print([head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n'))
  return {
    heading: (title: string) => print(`## ${title}`),
    table,
    async write(file: string, head: string): Promise<void> {
      if (process.argv.includes('--write'))
        await writeFile(path.join(import.meta.dirname, file), `${head}\n\n${lines.join('\n')}`)
    },
  }
}

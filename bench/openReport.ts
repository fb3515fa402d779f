import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Tables that are printed, and kept in a file of this folder where `--write` is given. */
export function openReport() {
  const lines: string[] = []
  const print = (block: string) => {
    lines.push(block, '')
    console.log(`${block}\n`)
  }
  return {
    heading: (title: string) => print(`## ${title}`),
    table: (head: readonly string[], rows: readonly (readonly string[])[]) =>
      print([head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')),
    async write(file: string, head: string): Promise<void> {
      if (process.argv.includes('--write'))
        await writeFile(path.join(import.meta.dirname, file), `${head}\n\n${lines.join('\n')}`)
    },
  }
}

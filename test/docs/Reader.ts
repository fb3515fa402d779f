import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import * as z from 'zod'

/** Report of the reader's process about a script that has ended. */
const Outcome = z.object({ printed: z.string(), failure: z.string().optional() })

/**
 * Runs the scripts of documents one after the other, each as `node <file>` would in a directory, and in one process: what
 * they import takes longer to load than most of them take to run.
 */
export class Reader {
  readonly #directory: string
  #process: ChildProcess | undefined

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Output of a script until it ends by itself. Throws an Error with that and with what went wrong when it fails. */
  async run(file: string): Promise<string> {
    const child = (this.#process ??= this.#start())
    const answered = once(child, 'message')
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`the process ended with ${code}`)))
    child.send(path.join(this.#directory, file))
    try {
      const [answer] = await Promise.race([answered, ended])
      const { printed, failure } = Outcome.parse(answer)
      if (failure === undefined) return printed
      throw new Error(`${printed}\n${failure}`)
    } catch (error) {
      // Whatever the script has left goes with its process.
      await this.close()
      throw error
    } finally {
      ended.catch(() => {})
      child.removeAllListeners()
    }
  }

  async close(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  #start(): ChildProcess {
    return fork(path.join(import.meta.dirname, 'readerProcess.ts'), { cwd: this.#directory, stdio: 'inherit' })
  }
}

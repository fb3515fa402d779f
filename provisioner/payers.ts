import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createKeyPairFromBytes, getAddressFromPublicKey, getBase58Encoder } from '@solana/kit'
import { z } from 'zod'
import type { Payer } from './config.ts'

/** The payers on the SVM chain. */
export interface PayerFile {
  /** The value of `--payer-kp`. */
  readonly argument: string
  /** Base58 public key. Throws `payer_missing` or `payer_invalid` as the message of a plain Error. */
  publicKey(): Promise<string>
}

const KeyBytes = z.array(z.int().min(0).max(255)).length(64)

/**
 * Payers by name, in the form that the bridge CLI accepts: inline key pairs are written to files that nobody else may
 * read (any process can see arguments), which `close` removes.
 */
export async function openPayers(
  payers: ReadonlyMap<string, Payer>,
): Promise<{ payers: ReadonlyMap<string, PayerFile>; close(): Promise<void> }> {
  const inline = [...payers.values()].some((payer) => 'inline' in payer)
  const directory = inline ? await mkdtemp(path.join(tmpdir(), 'payers-')) : undefined
  const open = async (name: string, payer: Payer): Promise<[string, PayerFile]> => {
    if (!('inline' in payer)) return [name, payerFile(payer.argument, payer.file)]
    const file = path.join(directory ?? '', `${name}.json`)
    await writeFile(file, payer.inline, { mode: 0o600 })
    return [name, payerFile(file, file)]
  }
  const opened = await Promise.all([...payers].map(([name, payer]) => open(name, payer)))
  return {
    payers: new Map(opened),
    async close() {
      if (directory !== undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}

const payerFile = (argument: string, file: string): PayerFile => ({
  argument,
  async publicKey() {
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Error('payer_missing')
    })
    try {
      const { publicKey } = await createKeyPairFromBytes(keyBytes(text.trim()))
      return await getAddressFromPublicKey(publicKey)
    } catch {
      // The library's message may contain what it could not read.
      throw new Error('payer_invalid')
    }
  },
})

/** 64 bytes, private key and then public key, as a JSON array or in base58. */
const keyBytes = (text: string): Uint8Array =>
  Uint8Array.from(text.startsWith('[') ? KeyBytes.parse(JSON.parse(text)) : getBase58Encoder().encode(text))

import {
  createWalletClient,
  defineChain,
  type Hash,
  type Hex,
  http,
  numberToHex,
  parseEventLogs,
  publicActions,
} from 'viem'
import { entryPoint06Abi, entryPoint07Abi, getUserOperationHash } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { encoded, readUserOperation } from './UserOperation.ts'
import { minedReceipt } from '../world/minedReceipt.ts'

/** A published key that every development node funds, and no account of the local world uses: it pays for the gas. */
const KEY: Hex = '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97'

/** Gas for deploying a wallet, and for validating an operation of a deployed one. */
const VERIFICATION = { creating: 900_000n, standing: 200_000n }
const SPARE = 60_000n

/**
 * A bundler over a node: each operation goes to its EntryPoint in a transaction of its own (handleOps), which first must
 * succeed as a call. It answers `eth_chainId`, `eth_estimateUserOperationGas`, `eth_sendUserOperation` and
 * `eth_getUserOperationReceipt`.
 */
export function createBundler({ rpcUrl, chainId }: { rpcUrl: string; chainId: number }) {
  const chain = defineChain({
    id: chainId,
    name: 'local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = privateKeyToAccount(KEY)
  const client = createWalletClient({ account, chain, transport: http() }).extend(publicActions)
  const sent = new Map<string, Hash>()
  // One after the other: two transactions that are made at once would have the same nonce.
  let last: Promise<unknown> = Promise.resolve()

  async function estimate([given, entryPoint]: readonly unknown[]) {
    const { operation, entryPoint: at } = readUserOperation(given, entryPoint)
    const { sender, callData } = operation
    const isThere = (await client.getCode({ address: sender })) !== undefined
    const call = isThere ? await client.estimateGas({ account: at, to: sender, data: callData }) : 1_000_000n
    return {
      preVerificationGas: numberToHex(SPARE),
      verificationGasLimit: numberToHex(isThere ? VERIFICATION.standing : VERIFICATION.creating),
      callGasLimit: numberToHex(call + SPARE),
    }
  }

  async function send([given, entryPoint]: readonly unknown[]): Promise<Hash> {
    const read = readUserOperation(given, entryPoint)
    const hash =
      read.version === '0.6'
        ? getUserOperationHash({
            chainId,
            entryPointAddress: read.entryPoint,
            entryPointVersion: '0.6',
            userOperation: read.operation,
          })
        : getUserOperationHash({
            chainId,
            entryPointAddress: read.entryPoint,
            entryPointVersion: read.version,
            userOperation: { ...read.operation },
          })
    const abi: readonly unknown[] = read.version === '0.6' ? entryPoint06Abi : entryPoint07Abi
    const call = { address: read.entryPoint, abi, functionName: 'handleOps', args: [[encoded(read)], account.address] }
    const transaction = last.then(async () => {
      await client.simulateContract({ ...call, account })
      return client.writeContract({ ...call, gas: 15_000_000n })
    })
    last = transaction.catch(() => undefined)
    sent.set(hash, await transaction)
    return hash
  }

  async function receipt([hash]: readonly unknown[]) {
    const transactionHash = sent.get(String(hash))
    if (!transactionHash) return null
    const { logs, ...mined } = await minedReceipt(client, transactionHash)
    const [event] = parseEventLogs({ abi: entryPoint06Abi, eventName: 'UserOperationEvent', logs })
    if (!event) return null
    const { sender, paymaster, nonce, success, actualGasCost, actualGasUsed } = event.args
    return {
      userOpHash: hash,
      entryPoint: event.address,
      sender,
      paymaster,
      nonce: numberToHex(nonce),
      success,
      actualGasCost: numberToHex(actualGasCost),
      actualGasUsed: numberToHex(actualGasUsed),
      logs: [],
      receipt: {
        transactionHash,
        blockHash: mined.blockHash,
        blockNumber: numberToHex(mined.blockNumber),
        transactionIndex: numberToHex(mined.transactionIndex),
        gasUsed: numberToHex(mined.gasUsed),
        status: '0x1',
        logs: [],
      },
    }
  }

  return (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === 'eth_chainId') return Promise.resolve(numberToHex(chainId))
    if (method === 'eth_estimateUserOperationGas') return estimate(params)
    if (method === 'eth_sendUserOperation') return send(params)
    if (method === 'eth_getUserOperationReceipt') return receipt(params)
    return Promise.reject(new Error(`the method ${method} does not exist`))
  }
}

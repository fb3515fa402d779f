import { encodeFunctionData } from 'viem'
import { multicall3Abi } from '../shared/abi/multicall3.ts'
import { voteEscrowAbi } from '../shared/domain/vetoken/voteEscrowAbi.ts'
import { startSameAnswers } from './bareWorker.ts'
import { latency, throughput } from './load.ts'
import type { Table } from './openReport.ts'
import type { World } from './openWorld.ts'
import { PLAIN_GATEWAY } from './plainGateway.ts'

/** Warm reads and a builder against a bare Worker, and one client against the same calls sent straight to the node. */
export async function warmReads({ net, bare, client, user, voter, lock }: World, table: Table): Promise<void> {
  const { contracts } = net.world
  const limits = await startSameAnswers(`${net.sockets['vetoken']}${user}`)
  const rps = await throughput({
    bare: { url: bare.url },
    same: { url: limits.same.url },
    counted: { url: limits.counted.url },
    straight: { url: `${net.sockets['vetoken']}${user}` },
    plain: { url: `${net.sockets[PLAIN_GATEWAY]}${user}` },
    gateway: { url: `${net.api}${user}` },
    report: { url: `${net.sockets['vault']}/v1/vault/${contracts.vault}/report` },
    builder: lock,
  })
  const ratio = (name: keyof typeof rps) => (rps[name] / rps.bare).toFixed(2)
  await limits.same.stop()
  await limits.counted.stop()
  table(
    ['16 connections', 'requests/s', 'to bare', 'to a plain gateway'],
    [
      ['bare Worker', rps.bare.toFixed(0), '1.00', ''],
      ['the same bytes and headers, made beforehand', rps.same.toFixed(0), ratio('same'), ''],
      ['the same, three headers read and three written: the limit', rps.counted.toFixed(0), ratio('counted'), ''],
      ['warm read, straight at its Worker, as in production', rps.straight.toFixed(0), ratio('straight'), ''],
      ['warm read, through a plain gateway', rps.plain.toFixed(0), ratio('plain'), '1.00'],
      [
        'warm read, through the gateway, where there is one host name',
        rps.gateway.toFixed(0),
        ratio('gateway'),
        (rps.gateway / rps.plain).toFixed(2),
      ],
      ['warm vault report, straight', rps.report.toFixed(0), ratio('report'), ''],
      ['builder (vetoken/lock, two upstream requests each)', rps.builder.toFixed(0), ratio('builder'), ''],
    ],
  )

  const escrow = contracts.veToken
  const calls = (['getLock', 'getVotingPower', 'hasActiveLock', 'getRemainingLockTime'] as const).map(
    (functionName) => ({
      target: escrow,
      allowFailure: true,
      callData: encodeFunctionData({ abi: voteEscrowAbi, functionName, args: [voter] }),
    }),
  )
  const aggregate = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
  const rpcBody = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [{ to: contracts.multicall3, data: aggregate }, 'latest'],
  })
  const single = await latency({
    node: () =>
      client.send(net.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: rpcBody }),
    bare: () => client.send(bare.url),
    straight: () => client.send(`${net.sockets['vetoken']}${user}`),
    gateway: () => client.send(`${net.api}${user}`),
  })
  table(
    ['one connection, median', 'ms', 'to the node'],
    [
      ['multicall straight to the local node', single.node.toFixed(3), '1.00'],
      ['bare Worker: the limit', single.bare.toFixed(3), (single.bare / single.node).toFixed(2)],
      ['warm read, straight at its Worker', single.straight.toFixed(3), (single.straight / single.node).toFixed(2)],
      ['warm read, through the gateway', single.gateway.toFixed(3), (single.gateway / single.node).toFixed(2)],
    ],
  )
}

import { deploymentOfChain } from '../deployments.ts'
import { writeDocuments } from './writeDocuments.ts'

// A program of its own, since what the documents are made from is needed at a start alone: <folder> <chain as JSON>.
const [folder, chain] = process.argv.slice(2)
if (folder === undefined || chain === undefined) throw new Error('a folder and a chain are needed')
await writeDocuments(folder, deploymentOfChain(JSON.parse(chain)))

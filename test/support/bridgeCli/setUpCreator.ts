/** Plays a deployment's script for creators: it prints what it was given. */
console.log(JSON.stringify({ args: process.argv.slice(2) }))

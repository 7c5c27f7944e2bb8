// `npm run fuzz [-- requests [seed]]`: hostile requests at every door, 20,000 where no number is given, and a tenth as many
// hostile senders at the port of a real host.
import { fuzzDoors, MAX_GROWTH } from '../src/api/testing/fuzz';
import { startHost } from '../src/host/testing/processes';
import { fuzzSockets, MAX_RESIDENT_GROWTH } from '../src/host/testing/socket-fuzz';

const [requests = '20000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const started = performance.now();
  const done = await work();
  console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return done;
};

console.log(`seed ${seed}`);
const doors = await timed(`${requests} requests`, () => fuzzDoors(Number(requests), Number(seed)));
console.log(`stored by ${doors.stored}; answers`, doors.statuses);
console.log(`a request leaves ${doors.growth.toFixed(1)} bytes of heap behind (bound ${MAX_GROWTH})`);

const host = await startHost();
const senders = Math.ceil(Number(requests) / 10);
const sockets = await timed(`${senders} senders`, () => fuzzSockets(host, senders, Number(seed)));
const ended = await host.stop();
console.log('kinds', sockets.kinds, 'answers', sockets.statuses);
console.log(
  `${sockets.stored} stored whole; the host grew by ${sockets.growth} KiB (bound ${MAX_RESIDENT_GROWTH})`,
);

const faults = [
  ...doors.faults,
  ...sockets.faults,
  // A shorter run is all warming up.
  ...(doors.requests >= 20_000 && doors.growth > MAX_GROWTH
    ? ['the doors keep what they should let go']
    : []),
  ...(sockets.growth > MAX_RESIDENT_GROWTH ? ['the host keeps what it should let go'] : []),
  ...(ended.code === 0 ? [] : [`the host ended with ${ended.code}: ${ended.err}`]),
];
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);

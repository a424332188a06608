// A Blobs server in a process of its own, to be killed: prints how to reach it and runs on.
import { startBlobs } from "../../../build/server/blobs.ts";

const { environment } = await startBlobs(process.argv[2] as string);
console.log(JSON.stringify(environment));

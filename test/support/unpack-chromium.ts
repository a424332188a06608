// Unpacks Chromium into this process's folder for temporary files: the package knows no other
// place.
import { join } from "node:path";
import chromium, { inflate } from "@sparticuz/chromium";

await chromium.executablePath();
await inflate(join(process.argv[2] as string, "bin/al2023.tar.br"));

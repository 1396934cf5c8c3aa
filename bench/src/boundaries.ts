import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileBoundaries } from "@withholding-forms/address/boundary-file";
import type { BenchTable } from "./table.js";

const columns = 200;
const rows = 100;
const pointsPerRing = 300;
const targetPerSecond = 10_000;
const targetMegabytes = 130;
const targetMilliseconds = 500;
const targetMillisecondsWithout = 5;

/** 20,000 polygons of 300 points, as many as the places, townships, and school districts of about ten states. */
export async function benchBoundaries(): Promise<BenchTable> {
  const directory = mkdtempSync(join(tmpdir(), "bench-boundaries-"));
  try {
    const file = new TextEncoder().encode(JSON.stringify({ type: "FeatureCollection", features: cells() }));
    const start = performance.now();
    const { bytes } = await compileBoundaries(file);
    const added = (performance.now() - start) / 1000;
    const { milliseconds: without } = measure(directory);
    writeFileSync(join(directory, "cells.boundaries"), bytes);
    const { megabytes, milliseconds, perSecond } = measure(directory);
    return {
      name: "boundaries",
      rows: [
        {
          polygons: columns * rows,
          "GeoJSON (MB)": Math.round(file.length / 1e6),
          "kept (MB)": Math.round(bytes.length / 1e6),
          "to add (s)": Number(added.toFixed(1)),
        },
      ],
      targets: [
        {
          what: "look-ups a second on one core",
          target: `at least ${targetPerSecond}`,
          measured: String(perSecond),
          met: perSecond >= targetPerSecond,
        },
        {
          what: "memory",
          target: `under ${targetMegabytes} MB`,
          measured: `${megabytes.toFixed(1)} MB`,
          met: megabytes < targetMegabytes,
        },
        {
          what: "longer start",
          target: `under ${targetMilliseconds} ms`,
          measured: `${milliseconds.toFixed(0)} ms`,
          met: milliseconds < targetMilliseconds,
        },
        {
          what: "longer start without files",
          target: `under ${targetMillisecondsWithout} ms`,
          measured: `${without.toFixed(1)} ms`,
          met: without < targetMillisecondsWithout,
        },
      ],
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** Cells of a grid with wavy borders that neighbors share only roughly, as school districts do. */
function cells(): object[] {
  const size = 0.09;
  return Array.from({ length: columns * rows }, (_, index) => {
    const x = -100 + (index % columns) * size + size / 2;
    const y = 35 + Math.floor(index / columns) * size + size / 2;
    const ring = Array.from({ length: pointsPerRing }, (_, point) => {
      const angle = (2 * Math.PI * point) / pointsPerRing;
      const radius = (size / 2) * (0.95 + 0.05 * Math.cos(17 * angle));
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    });
    ring.push(ring[0]!);
    const GEOID = String(2_600_000 + index);
    return {
      type: "Feature",
      properties: { MTFCC: "G4110", GEOID, NAME: `Place ${index}` },
      geometry: { type: "Polygon", coordinates: [ring] },
    };
  });
}

/** In a process that has nothing else. */
function measure(directory: string): { megabytes: number; milliseconds: number; perSecond: number } {
  const script = `
    const { readBoundaries } = await import(${JSON.stringify(import.meta.resolve("@withholding-forms/address"))});
    const used = () => { gc(); const m = process.memoryUsage(); return m.heapUsed + m.external + m.arrayBuffers; };
    const before = used();
    const start = performance.now();
    const { at } = readBoundaries(${JSON.stringify(directory)});
    const milliseconds = performance.now() - start;
    const megabytes = (used() - before) / 1e6;
    const count = 40_000;
    let cpu;
    for (let round = 0; round < 2; round++) {
      cpu = process.cpuUsage();
      for (let i = 0; i < count; i++) at(-100 + ((i * 7919) % 18_000) / 1000, 35 + ((i * 104_729) % 9_000) / 1000, "MI");
      cpu = process.cpuUsage(cpu);
    }
    console.log(JSON.stringify({ megabytes, milliseconds, perSecond: Math.round((count / (cpu.user + cpu.system)) * 1e6) }));`;
  const output = execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "--eval", script]);
  return JSON.parse(output.toString("utf8"));
}

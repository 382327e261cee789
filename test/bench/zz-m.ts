const cpu=()=>{const u=process.cpuUsage();return (u.user+u.system)/1000}
import { DatabaseSync } from 'node:sqlite'
import { copyFileSync, rmSync } from 'node:fs'
import { quickStockMigration } from '../../src/main/inventory/adverts-migrations.ts'
import { AdvertsTable } from '../../src/main/inventory/adverts-table.ts'
import { advertColumns } from '../../src/shared/inventory/advert.ts'
for (const s of ['','-wal','-shm']) rmSync('/tmp/D/m.db'+s,{force:true})
copyFileSync('/tmp/D/c100k.db','/tmp/D/m.db')
let db = new DatabaseSync('/tmp/D/m.db'); db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL')
const once=(n:string,f:()=>unknown)=>{const a=cpu(); f(); console.log(n,(cpu()-a).toFixed(1),'ms')}
once('migrate',()=>{db.exec('BEGIN');quickStockMigration(db);db.exec('COMMIT')})
db.close(); db = new DatabaseSync('/tmp/D/m.db')
const acc='b0b5e6a2-5d61-4d21-9d40-0a7c4f3d9c11', now='2026-11-01 12:00:00'
const t=new AdvertsTable(db)
once('first list',()=>t.ids(acc,7,{text:'',states:[],sort:[{column:'updatedAt',descending:true}]},now))
for (const c of advertColumns) once('first '+c,()=>t.ids(acc,7,{text:'',states:[],sort:[{column:c,descending:false}]},now))
const times:number[]=[]
for (let r=0;r<5;r++) for (const states of [[],['live'],['expired'],['sold','archive']] as const) for (const c of advertColumns) for (const descending of [false,true]) { const a=cpu(); t.ids(acc,7,{text:'',states:[...states],sort:[{column:c,descending}]},now); times.push(cpu()-a) }
times.sort((a,b)=>a-b); console.log('lists p50',times[times.length>>1]!.toFixed(1),'p95',times[Math.floor(times.length*.95)]!.toFixed(1),'max',times.at(-1)!.toFixed(1))
const med=(f:()=>void)=>{const x:number[]=[];for(let i=0;i<9;i++){const a=cpu();f();x.push(cpu()-a)}x.sort((a,b)=>a-b);return x[4]!.toFixed(1)+' max '+x[8]!.toFixed(1)}
for (const w of ['к','авто','київ','2','а','гара комп']) console.log(w, med(()=>t.ids(acc,7,{text:w,states:[],sort:[{column:'updatedAt',descending:true}]},now)))
console.log('4 keys', med(()=>t.ids(acc,7,{text:'',states:[],sort:(['make','year','usd','city'] as const).map(column=>({column,descending:true}))},now)))
const ids=[...t.ids(acc,7,{text:'',states:[],sort:[]},now)]
let i=0
console.log('edit save', med(()=>{for(let k=0;k<100;k++){const a=t.find(acc,ids[(i+=977)%ids.length]!)!;t.save(acc,[{...a,usd:(a.usd??0)+1,readAt:new Date(1e12+i*1000).toISOString(),pending:true}])}}),'per 100')
console.log('edit save+list', med(()=>{for(let k=0;k<10;k++){const a=t.find(acc,ids[(i+=977)%ids.length]!)!;t.save(acc,[{...a,usd:(a.usd??0)+1,readAt:new Date(1e12+i*1000).toISOString(),pending:true}])} t.ids(acc,7,{text:'',states:[],sort:[{column:'usd',descending:true}]},now)}),'per 10 + list')
console.log('count', med(()=>t.count(acc,7)), 'learned', med(()=>t.learnedName('make',999999)), med(()=>t.learnedName('model',2)))
console.log(process.memoryUsage())

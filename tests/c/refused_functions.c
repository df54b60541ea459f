// expect: refused setjmp options: -DCALL=setjmp(text)
// expect: refused longjmp options: -DCALL=longjmp(text,1)
// expect: refused scanf options: -DCALL=scanf(text)
// expect: refused pthread_kill options: -DCALL=pthread_kill(0,2)
// expect: refused __VERIFIER_nondet_pointer options: -DCALL=__VERIFIER_nondet_pointer()
// expect: refused pthread_rwlockattr_setkind_np options: -DCALL=pthread_rwlockattr_setkind_np(0,1)
// expect: refused at_quick_exit options: -DCALL=at_quick_exit(0)
// expect: refused sigsetjmp options: -DCALL=sigsetjmp(text,0)
// expect: refused siglongjmp options: -DCALL=siglongjmp(text,1)
// expect: refused sscanf options: -DCALL=sscanf(text,text)
// expect: refused fscanf options: -DCALL=fscanf(text,text)
// expect: refused getchar options: -DCALL=getchar()
// expect: refused fgets options: -DCALL=fgets(text,1,text)
// expect: refused localtime options: -DCALL=localtime(text)
// expect: refused localtime_r options: -DCALL=localtime_r(text,text)
// expect: refused gmtime options: -DCALL=gmtime(text)
// expect: refused asctime options: -DCALL=asctime(text)
// expect: refused ctime options: -DCALL=ctime(text)
// expect: refused strftime options: -DCALL=strftime(text,1,text,text)
// expect: refused raise options: -DCALL=raise(2)
// expect: refused kill options: -DCALL=kill(1,2)
// expect: refused sigwait options: -DCALL=sigwait(text,text)
// expect: refused sigsuspend options: -DCALL=sigsuspend(text)
// expect: refused pause options: -DCALL=pause()
// expect: refused fclose options: -DCALL=fclose(text)
// expect: refused fread options: -DCALL=fread(text,1,1,text)
// expect: refused freopen options: -DCALL=freopen(text,text,text)
// expect: refused fseek options: -DCALL=fseek(text,0,0)
// expect: refused ftell options: -DCALL=ftell(text)
// Functions that are known, and refused where they are called.
#ifndef CALL
#define CALL scanf(text)
#endif
int main(void) {
  static char text[8];
  (void)text;
  return (CALL, 0);
}

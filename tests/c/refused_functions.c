// expect: refused snprintf options: -DCALL=snprintf(text,3,text)
// expect: refused sprintf options: -DCALL=sprintf(text,text)
// expect: refused setjmp options: -DCALL=setjmp(text)
// expect: refused longjmp options: -DCALL=longjmp(text,1)
// expect: refused scanf options: -DCALL=scanf(text)
// expect: refused getenv options: -DCALL=getenv(text)
// expect: refused fork options: -DCALL=fork()
// expect: refused signal options: -DCALL=signal(2,0)
// expect: refused pthread_cancel options: -DCALL=pthread_cancel(0)
// expect: refused pthread_cond_timedwait options: -DCALL=pthread_cond_timedwait(0,0,0)
// expect: refused cnd_timedwait options: -DCALL=cnd_timedwait(0,0,0)
// expect: refused pthread_mutex_timedlock options: -DCALL=pthread_mutex_timedlock(0,0)
// expect: refused mtx_timedlock options: -DCALL=mtx_timedlock(0,0)
// expect: refused pthread_kill options: -DCALL=pthread_kill(0,2)
// expect: refused __VERIFIER_nondet_pointer options: -DCALL=__VERIFIER_nondet_pointer()
// expect: refused pthread_mutexattr_setrobust options: -DCALL=pthread_mutexattr_setrobust(0,1)
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
// expect: refused sigaction options: -DCALL=sigaction(1,text,text)
// Functions that are known, and refused where they are called.
#ifndef CALL
#define CALL fork()
#endif
int main(void) {
  static char text[8];
  (void)text;
  return (CALL, 0);
}
